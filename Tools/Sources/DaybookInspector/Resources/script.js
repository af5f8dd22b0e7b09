// What pages do beyond links and forms: news of the log, keys, the slider, copying. Without it
// everything else works.

const table = document.querySelector("table.log[data-after]")
const status = document.querySelector(".live")
const longest = 500

/** Says in words how the news stand. */
function say(text, button) {
  if (!status) return
  status.hidden = false
  status.textContent = text
  if (button) status.append(button)
}

/** Rows that came while their reader was somewhere below, who must not lose the place. */
let waiting = []

function showWaiting() {
  const body = table.tBodies[0]
  for (const row of waiting) body.prepend(row)
  waiting = []
  while (body.rows.length > longest) body.rows[body.rows.length - 1].remove()
  say("Live")
}

function take(rows) {
  // The newest is the first of an answer, and is to be the first of the page.
  waiting.push(...[...rows].reverse())
  if (window.scrollY < 40) return showWaiting()
  const button = document.createElement("button")
  button.textContent = "Show"
  button.addEventListener("click", () => {
    window.scrollTo(0, 0)
    showWaiting()
  })
  say(`${waiting.length} new`, button)
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

/** When more has come at once than a page holds, it is made anew. */
function begin() {
  if (window.scrollY < 40) return location.reload()
  const button = document.createElement("button")
  button.textContent = "Show"
  button.addEventListener("click", () => {
    window.scrollTo(0, 0)
    location.reload()
  })
  say(`More than ${longest} new`, button)
}

/** Asks for what is new, again and again; a server that is gone is said in words. */
async function follow() {
  let delay = 1000
  let isLost = false
  let burst = 0
  for (;;) {
    // A page that nobody sees asks for nothing.
    while (document.hidden) await pause(1000)
    try {
      const query = new URLSearchParams({ after: table.dataset.after, q: table.dataset.filter })
      const answer = await fetch(`news?${query}`)
      delay = 1000
      if (isLost) {
        isLost = false
        say("Live")
        if (waiting.length > 0) take([])
      }
      if (answer.status === 204) {
        burst = 0
        continue
      }
      if (!answer.ok) return say("Not live: load the page anew.")
      const piece = new DOMParser().parseFromString(await answer.text(), "text/html")
      const news = piece.querySelector("tbody[data-after]")
      if (!news) return say("Not live: load the page anew.")
      table.dataset.after = news.dataset.after
      const count = news.rows.length
      take(news.rows)
      burst = news.dataset.more === undefined ? 0 : burst + count
      if (burst >= longest || waiting.length > longest) return begin()
      // Of an app that writes all the time the news come together, and a page at a time, so that it
      // is not held up.
      await pause(1000)
    } catch {
      isLost = true
      say("Not live: nobody answers. Is inspect still running?")
      await pause(delay)
      delay = Math.min(delay * 2, 30000)
    }
  }
}

if (table) {
  say("Live")
  follow()
}

// Keys: / to the filter, j and k through the rows, Enter opens one.

const rows = () => [...document.querySelectorAll("main tbody tr")]
let chosen = -1

function choose(step) {
  const all = rows()
  if (all.length === 0) return
  const now = all.findIndex((row) => row.classList.contains("chosen"))
  chosen = Math.min(Math.max((now < 0 ? chosen : now) + step, 0), all.length - 1)
  for (const row of all) row.classList.remove("chosen")
  const row = all[chosen]
  row.classList.add("chosen")
  row.querySelector("a:not([tabindex])")?.focus({ preventScroll: true })
  row.scrollIntoView({ block: "nearest" })
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const field = event.target.closest("input, textarea, select")
  if (field && field.type !== "range") {
    if (event.key === "Escape") field.blur()
    return
  }
  switch (event.key) {
    case "/":
      document.getElementById("q")?.select()
      break
    case "j":
      choose(1)
      break
    case "k":
      choose(-1)
      break
    default:
      return
  }
  event.preventDefault()
})

// The slider asks when it rests.

const slider = document.querySelector(".slider input[type=range]")
if (slider) {
  const output = slider.form.querySelector("output")
  slider.addEventListener("input", () => (output.value = slider.value))
  slider.addEventListener("change", () => slider.form.requestSubmit())
}

// What is still being found out is asked for again.

async function lookAgain() {
  for (;;) {
    const state = document.querySelector(".again")
    if (!state) return
    await pause(document.hidden ? 5000 : 500)
    try {
      const answer = await fetch(location.href)
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      const main = page.querySelector("main")
      if (!main) return
      const had = document.querySelector("main").contains(document.activeElement)
      document.querySelector("main").replaceChildren(...main.childNodes)
      if (had) document.querySelector("main").focus()
    } catch {
      state.textContent = "Nobody answers. Is inspect still running? Look again, or load the page anew."
      return
    }
  }
}

lookAgain()

// Identifiers and digests are copied whole.

if (navigator.clipboard) {
  for (const code of document.querySelectorAll("code.copy")) {
    const button = document.createElement("button")
    button.className = "copies"
    button.textContent = "Copy"
    button.setAttribute("aria-label", `Copy ${code.textContent}`)
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = "Copied"
    })
    code.after(button)
  }
}
