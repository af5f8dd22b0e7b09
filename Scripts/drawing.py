"""What the pictures of this house look like: the guide's (pictures.py) and those of the benchmarks."""

INK, PAPER, LINE = "#1d2733", "#ffffff", "#8fa3b5"
FILLS = {"app": "#fdebd0", "engine": "#d6eaf8", "system": "#e5e8e8", "plain": "#f4f6f7"}


def text(x, y, words, size=13, weight="normal", anchor="middle", fill=INK):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return (f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
            f'fill="{fill}">{words}</text>')


def box(x, y, width, height, fill, round=8):
    return (f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="{fill}" '
            f'stroke="{LINE}"/>')


def line(x1, y1, x2, y2, width=1.5, more=""):
    return f'<path d="M{x1} {y1} L{x2} {y2}" stroke="{LINE}" stroke-width="{width}"{more}/>'


def arrow(x1, y1, x2, y2):
    return line(x1, y1, x2, y2, more=' marker-end="url(#head)"')


def picture(width, height, parts):
    head = ('<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="{LINE}"/></marker></defs>')
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
         f'height="{height}" font-family="Helvetica, Arial, sans-serif">', head,
         f'<rect width="{width}" height="{height}" fill="{PAPER}"/>', *parts, "</svg>"]) + "\n"
