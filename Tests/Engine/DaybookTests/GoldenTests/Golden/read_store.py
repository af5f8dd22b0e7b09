#!/usr/bin/env python3
"""Reads a store by what the guide's page "The stored format" says, without LMDB and without Daybook.

read_store.py DIRECTORY

Prints a line for each event, transaction, entity, and table of a view, and fails at the first thing that is not as the
page says. What the journal holds is read as the next opening would write it. Names of fields are those of the page.
"""

import collections
import hashlib
import pathlib
import struct
import sys
import uuid

MASK = (1 << 64) - 1
NO_PAGE = MASK
BY_NUMBER = {"events", "transactions", "names", "replicas", "summaries"}


def crc_table():
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        yield value


CRC = list(crc_table())


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ CRC[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def fold(value):
    product = (value ^ 0xA0761D6478BD642F) * 0x9E3779B97F4A7C15
    return (product >> 64 ^ product) & MASK


def mix(data, start):
    """The checksum of the journal, and of digests."""
    value = fold(start ^ len(data))
    whole = len(data) & ~7
    for (word,) in struct.iter_unpack("<Q", data[:whole]):
        value = fold(value ^ word)
    return fold(value ^ int.from_bytes(data[whole:], "big"))


def need(condition, what):
    if not condition:
        sys.exit(f"not as the page says: {what}")


class Pages:
    """The trees of LMDB's data format 1, whose nodes have 16 bytes of header in front."""

    def __init__(self, data, root, page_size):
        self.data, self.size = data, page_size
        self.tables = {key.decode(): struct.unpack("<Q", value[40:48])[0]
                       for key, value in self.rows(root) if len(value) == 48}
        self.others = {key: value for key, value in self.rows(root) if len(value) != 48}

    def rows(self, page):
        if page == NO_PAGE:
            return
        start = page * self.size
        flags, lower = struct.unpack_from("<HH", self.data, start + 10)
        for place in struct.unpack_from(f"<{(lower - 16) // 2}H", self.data, start + 16):
            node = start + place
            low, high, kind, key_size = struct.unpack_from("<4H", self.data, node)
            if flags & 1:
                yield from self.rows(low | high << 16 | kind << 32)
                continue
            value = node + 8 + key_size
            size = low | high << 16
            if kind & 1:
                value = struct.unpack_from("<Q", self.data, value)[0] * self.size + 16
            yield self.data[node + 8:node + 8 + key_size], self.data[value:value + size]

    def table(self, name):
        return dict(self.rows(self.tables[name]))


def newest_root(data):
    size = struct.unpack_from("<I", data, 40)[0]
    roots = [data[start + 16:start + 152] for start in (0, size)]
    return max(roots, key=lambda root: struct.unpack_from("<Q", root, 128)[0]), size


def journal(directory, data):
    """The open header's root and the records since; nothing when the data file is whole by itself."""
    path = directory / "journal"
    if not path.exists():
        return None, []
    file = path.read_bytes()
    headers = [file[start:start + 512] for start in (0, 4096)]
    sound = [header for header in headers
             if header[:8] == struct.pack("<Q", 0x314C4E524A4B4244)
             and mix(header[:504], 0) == struct.unpack_from("<Q", header, 504)[0]]
    if not sound:
        return None, []
    header = max(sound, key=lambda header: struct.unpack_from("<Q", header, 16)[0])
    state, epoch, interval, previous, following, sequence, chain, area = struct.unpack_from("<8Q", header, 8)
    mark = struct.unpack_from("<QQQ", data, 256)
    if state == 0 or mark[0] != 0x324B52414D4B4244 or mark[1] not in (interval, previous):
        return None, []
    operations = []
    for name in (interval, following):
        place = 8192 + (epoch & 1) * area
        end = place + area
        while place + 48 <= end:
            magic, length, *numbers = struct.unpack_from("<II5Q", file, place)
            record = file[place:place + length]
            if (magic != 0x44434552 or length < 48 or numbers[:2] + numbers[3:4] != [name, sequence, chain]
                    or mix(record[48:], mix(record[:40], 0)) != numbers[4]):
                break
            sequence, chain = sequence + 1, numbers[4]
            place += length
            at = 48
            while at < length:
                table, sort, key, value = struct.unpack_from("<IHHI", record, at)
                at += 12
                operations.append((table, sort, record[at:at + key], record[at + key:at + key + value]))
                at += key + value
        epoch += 1
    return header[80:216], operations


def read(directory):
    """The rows of every table, with their checksums checked and left out."""
    data = (directory / "data.mdb").read_bytes()
    root, size = newest_root(data)
    older, operations = journal(directory, data)
    pages = Pages(data, struct.unpack_from("<Q", older or root, 112)[0], size)
    tables = {name: pages.table(name) for name in pages.tables} | {"": pages.others}
    names = {crc32c(name.encode()) ^ 0xFFFFFFFF: name for name in tables}
    for table, sort, key, value in operations:
        if sort == 3:
            names[table] = key.decode()
            tables.setdefault(names[table], {})
        elif sort == 2:
            tables[names[table]].pop(key, None)
        else:
            tables[names[table]][key] = value
    for name, rows in tables.items():
        for key, row in rows.items():
            if name in BY_NUMBER:
                need(crc32c(key + row[4:]) == struct.unpack_from("<I", row)[0], f"the checksum of {name} {key.hex()}")
                rows[key] = row[4:]
            else:
                need(crc32c(name.encode() + key + row[:-4]) == struct.unpack("<I", row[-4:])[0],
                     f"the checksum of {name} {key.hex()}")
                rows[key] = row[:-4]
    return tables


def payload(data):
    """The fields, of which the last of a number counts: integers, or bytes."""
    fields, at = {}, 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
    while at < len(data):
        number, wire = divmod(varint(), 8)
        if wire == 0:
            fields[number] = varint()
        elif wire == 1:
            fields[number] = struct.unpack_from("<Q", data, at)[0]
            at += 8
        else:
            need(wire == 2, f"the wire type {wire}")
            size = varint()
            fields[number] = data[at:at + size]
            at += size
    return fields


def number(key):
    return struct.unpack("<Q", key)[0]


def following(chain, *rows):
    """The next chain, from rows without their CRC."""
    return hashlib.sha256(chain + b"".join(struct.pack("<I", len(row) + 4) + row for row in rows)).digest()


def remains(tables, chain, purged):
    """The hash of what purges have left, after the chain of the last purged transaction."""
    position = struct.unpack_from("<Q", tables[""][b"heads"], 80)[0]
    left = []
    for name, last in ("transactions", purged), ("events", position):
        left += sorted((entry for entry in tables[name].items() if number(entry[0]) <= last),
                       key=lambda entry: number(entry[0]))
    left += sorted(tables["baselines"].items())
    return hashlib.sha256(chain + b"".join(key + struct.pack("<I", len(row) + 4) + row for key, row in left)).digest()


def check_chains(tables):
    newest, purged = (struct.unpack_from("<Q", tables[""][b"heads"], at)[0] for at in (8, 72))
    chain = bytes(32)
    for _, row in sorted(tables["names"].items(), key=lambda entry: number(entry[0])):
        chain = following(chain, row)
    need(chain == tables["meta"].get(b"names", bytes(32)), "the chain of the names")
    chain = tables["meta"][f"chain/{purged:016x}".encode()] if purged else bytes(32)
    if purged and b"remains" in tables["meta"]:
        need(tables["meta"][b"remains"] == remains(tables, chain, purged), "the hash of what purges have left")
    last = purged
    for key, row in sorted(tables["transactions"].items(), key=lambda entry: number(entry[0])):
        if number(key) <= purged:
            continue
        last = number(key)
        first, count = struct.unpack_from("<QI", row, 4)
        events = [tables["events"][struct.pack("<Q", position)] for position in range(first, first + count)]
        chain = following(chain, *events, row)
        mark = tables["meta"].get(f"chain/{last:016x}".encode())
        need(mark in (None, chain) and (mark is not None or last % 1024), f"the chain of transaction {last}")
    need(last == newest and chain == tables[""][b"heads"][96:128], "the chain of the log")


def main(directory):
    tables = read(directory)
    names = {number(key): payload(row) for key, row in tables["names"].items()}
    replicas = {number(key): uuid.UUID(bytes=row[:16]) for key, row in tables["replicas"].items()}

    def text(name):
        return names[name][2].decode() if name else "-"

    newest, purged = (struct.unpack_from("<Q", tables[""][b"heads"], at)[0] for at in (16, 80))
    check_chains(tables)
    blocks = range((purged + 1023) >> 10, newest + 1 >> 10)
    expected = collections.defaultdict(list)
    for position, row in sorted((number(key), row) for key, row in tables["events"].items()):
        kind = row[1] | (struct.unpack_from("<I", row, 28 + 4 * (row[0] & 1) + (row[0] & 2))[0] << 8 if row[0] & 4 else 0)
        if position >> 10 in blocks:
            expected[struct.pack(">IQ", kind, position >> 10)].append(position & 1023)
    found = {key: list(struct.unpack(f"<{len(row) // 2}H", row)) if len(row) < 128 else
             [place for place in range(1024) if row[place // 8] >> place % 8 & 1]
             for key, row in tables["types"].items() if struct.unpack_from(">Q", key, 4)[0] in blocks}
    need(found == expected, "the rows of types")

    before = None
    for key, row in sorted(tables["transactions"].items(), key=lambda entry: number(entry[0])):
        replica, first, count, flags, sequence = struct.unpack_from("<IQIIQ", row)
        author = struct.unpack_from("<I", row, 44)[0]
        dot = struct.pack(">IQ", replica, sequence)
        begins = before != (number(key) - 1, replica, sequence - 1)
        need(tables["dots"].get(dot) == (key if begins else None), f"the dot of transaction {number(key)}")
        before = (number(key), replica, sequence)
        print("transaction", number(key), str(replicas[replica]).upper(), sequence, first, count, text(author))
    for key, row in sorted(tables["events"].items(), key=lambda entry: number(entry[0])):
        fields, kind, entity, transaction = row[0], row[1], uuid.UUID(bytes=row[8:24]), struct.unpack_from("<I", row, 24)[0]
        end = 28 + 4 * (fields & 1) + (fields & 2)
        if fields & 4:
            high = struct.unpack_from("<2I", row, end)
            kind, transaction, end = kind | high[0] << 8, transaction | high[1] << 32, end + 12
        name = names[kind]
        print("event", number(key), text(kind), name.get(3, 1), text(name.get(4, 0)), transaction, str(entity).upper(),
              row[end:].hex())
    for key, row in sorted(tables["entities"].items()):
        kind = struct.unpack(">I", key[:4])[0]
        if row[0] & 1:
            end = 16 + row[0] // 32 % 2 * 2 + row[0] // 64 % 2 * 8 + row[0] // 128 * 12
            print("entity", text(kind), str(uuid.UUID(bytes=key[4:])).upper(), row[end:].hex())
    heads = tables[""][b"heads"]
    for place in range(struct.unpack_from("<Q", heads, 88)[0]):
        view = payload(tables["meta"][f"projection/{place}".encode()])
        stored = struct.unpack_from("<4Q", heads, 128 + 64 * place)
        prefix = f"{view[1].decode()}/{'ab'[view.get(3, 0)]}/"
        # The places of tables are in the fingerprint, in the order of the projection's list.
        listed = [part.split(" ")[0] for part in view[2].decode().split("|") if prefix + part.split(" ")[0] in tables]
        total = sum(mix(row, mix(key, 0x243F6A8885A308D3 + index))
                    for index, table in enumerate(listed) for key, row in tables[prefix + table].items()) & MASK
        rows = sum(len(tables[prefix + table]) for table in listed)
        need((rows, total) == stored[1:3], f"the digest of {prefix}: {rows} {total:x}, stored {stored[1:3]}")
        print("view", view[1].decode(), f"{total:016x}-{rows}")


main(pathlib.Path(sys.argv[1]))
