/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what is looked for in paths and
 * in lines.
 */
export const hfSearch = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What is looked for in paths and in lines."""
import re

from hf_base import full, text
import hf_begins

# Of files in which something is looked for.
LARGEST = 32 << 20
# Of a line, so many bytes are told, of which so many stand before the first place that was found.
MOST_TEXT, MOST_BEFORE = 1_000, 200


def search(repo, query, patience):
    """Paths, then lines, in the order of the paths; the case does not matter."""
    ctx = full(repo, query['commit'])
    if ctx is None:
        return {'results': [], 'more': False}
    wanted = query['text'].lower()
    end = query['offset'] + query['limit']
    found = []
    # Of those before the page only the number is kept: there may be millions.
    for seen, match in enumerate(matches(ctx, wanted, query, patience)):
        if seen == end:
            return {'results': found, 'more': True}
        if seen >= query['offset']:
            found.append(match)
    return {'results': found, 'more': False}


def matches(ctx, wanted, query, patience):
    paths = list(ctx.manifest().iterkeys())
    if query['backwards']:
        paths.reverse()

    def in_paths():
        for path in patience.over(paths):
            if wanted in text(path).lower():
                yield {'path': text(path)}

    def in_lines():
        for path in paths:
            patience.check()
            yield from matching_lines(ctx[path], wanted, query['backwards'], patience)

    parts = ([in_paths] if query['paths'] else []) + ([in_lines] if query['contents'] else [])
    for part in reversed(parts) if query['backwards'] else parts:
        yield from part()


def matching_lines(file, wanted, backwards, patience):
    if file.islink() or hf_begins.raw_size(file) > LARGEST:
        return
    data = file.data()
    if b'\0' in data[: 8 << 10] or wanted not in text(data).lower():
        return
    for number, line in patience.over(lines_of(data, backwards)):
        shown = text(line)
        at = place_of(wanted, shown)
        if at is not None:
            shown = shown.rstrip('\r')
            told = around(shown, at)
            yield {'path': text(file.path()), 'line': number, 'text': told, **({'cut': True} if told != shown else {})}


def place_of(wanted, shown):
    """Where it stands in a text for the first time, whatever the case; None: nowhere."""
    lowered = shown.lower()
    at = lowered.find(wanted)
    if at < 0:
        return None
    # Of all letters this one alone is two in lower case.
    doubled = re.finditer('\u0130', shown) if len(lowered) > len(shown) else ()
    return at - sum(each.start() + before < at for before, each in enumerate(doubled))


def around(shown, at):
    """What is told of a line, around a place in it. Characters that are cut in two are left out."""
    before = shown[max(0, at - MOST_BEFORE) : at].encode('utf-8')[-MOST_BEFORE:].decode('utf-8', 'ignore')
    start = at - len(before)
    return shown[start : start + MOST_TEXT].encode('utf-8')[:MOST_TEXT].decode('utf-8', 'ignore')


def lines_of(data, backwards):
    """Each line with its number. They are cut off one at a time: all of them take many times what the bytes do."""
    number = data.count(b'\n') + 1 if backwards else 1
    start, end = 0, len(data)
    while start <= end:
        if backwards:
            cut = data.rfind(b'\n', 0, end)
            yield number, data[cut + 1 : end]
            number, end = number - 1, cut
        else:
            cut = data.find(b'\n', start)
            cut = end if cut < 0 else cut
            yield number, data[start:cut]
            number, start = number + 1, cut + 1
`;
