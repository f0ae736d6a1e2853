/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: reads which subrepositories a
 * changeset has, as clients do.
 */
export const hfSubrepos = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Reads which subrepositories a changeset has, as clients do (Mercurial's subrepoutil and config, whose expressions take too
long for what somebody may write), and says what keeps them from it. Whether they are there is not asked.
"""
import math
import posixpath
import re

try:
    from re import _parser as parser
except ImportError:
    import sre_parse as parser

from mercurial import error, pathutil
from mercurial.utils import urlutil

SUB, STATE = b'.hgsub', b'.hgsubstate'
# Bytes of all that is read for a changeset, and of a line; files; subrepositories, and directories of their paths; rules
# of [subpaths], and bytes of their expressions.
MOST, LONGEST_LINE, MOST_FILES, MOST_SUBS, DEEPEST, MOST_RULES, LONGEST_RULE = 1 << 20, 4096, 100, 10_000, 100, 100, 1000
# What it takes to judge a subrepository, and a letter of an expression, in bytes that are read meanwhile.
SUB_WORK, RULE_WORK = 500, 500
KINDS = (b'hg', b'git', b'svn')

BAD_STATE = b'the push has an .hgsubstate that no client can read'
BAD_SUB = b'the push has an .hgsub that no client can read'
BAD_PATH = b'the push has an .hgsub with a subrepository at a path that no client takes'
BAD_SOURCE = b'the push has an .hgsub with a subrepository of a source that no client takes'
BAD_RULE = b'the push has an .hgsub with a rule in [subpaths] that no client takes'

# A line with something, and no blank in it after what it begins with.
UNTOLD = re.compile(rb'(?:\A|[\r\n])[\t\v\f ]*[^\s][^ \r\n]*(?=[\r\n]|\Z)')
SECTION = re.compile(rb'\[([^\[]+)\]')
UNSET = re.compile(rb'%unset\s+(\S+)')
INCLUDE = re.compile(rb'%include\s')
# Of an expression, as Python calls them: what is read again and again, and what has other ways.
REPEATED = {'MAX_REPEAT', 'MIN_REPEAT', 'POSSESSIVE_REPEAT'}
SEVERAL = {'BRANCH', 'GROUPREF_EXISTS'}
# Bytes of a source where there are rules; and ways in which clients may have to read all sources by all rules.
LONGEST_RULED, MOST_IN_ALL = 255, 10_000_000
GROUP = re.compile(rb'\\([0-9]+)')
# Of a rule: what Mercurial writes down in another way, of which a client with Python 3 makes nothing.
ODD_BYTES = re.compile(rb'[^\t\x20-\x7e]')


def state_problem(text):
    """What is wrong with an .hgsubstate; None: nothing. 'text' None: it is too long."""
    return BAD_STATE if text is None or len(text) > MOST or UNTOLD.search(text) else None


class Subrepos:
    """
    The .hgsub of a changeset, with what it includes. 'read' answers what is in a file of the changeset; None: it has none,
    or a very long one. 'sound': what was judged before, and is now. 'work': about how much it was, in bytes.
    """

    def __init__(self, read, sound):
        self.read, self.sound, self.names, self.left, self.files, self.work = read, sound, set(), MOST, 0, 0
        self.sources, self.rules, self.problem = {}, {}, None
        try:
            self.take(SUB)
            self.judge()
        except error.Abort as problem:
            self.problem = problem.message

    def take(self, name):
        self.names.add(name)
        self.files += 1
        text = self.read(name) if self.files <= MOST_FILES else None
        must(text is not None and len(text) <= self.left, BAD_SUB)
        self.left -= len(text)
        self.work += len(text)
        into, key = self.sources, None
        for line in text.removeprefix(b'\xef\xbb\xbf').splitlines():
            must(len(line) <= LONGEST_LINE, BAD_SUB)
            rest = line.strip()
            if key is not None:
                if line[:1] in (b';', b'#'):
                    continue
                if line[:1].isspace() and rest:
                    into[key].append(rest)
                    continue
            key = None
            if INCLUDE.match(line) and line[8:].strip():
                self.include(line[8:].strip())
                continue
            if not rest or line[:1] in (b';', b'#'):
                continue
            section, (item, equals, value), unset = SECTION.match(line), line.partition(b'='), UNSET.match(line)
            if section:
                into = {b'subpaths': self.rules}.get(section.group(1), {})
            elif equals and item and not line[:1].isspace():
                key = item.rstrip()
                into[key] = [value.strip()]
            else:
                must(unset, BAD_SUB)
                into.pop(unset.group(1), None)

    def include(self, name):
        # Clients expand what is in their environment.
        must(not name.startswith(b'~') and b'$' not in name, BAD_SUB)
        self.take(name)

    def judge(self):
        must(len(self.sources) <= MOST_SUBS, BAD_SUB)
        must(len(self.rules) <= MOST_RULES, BAD_RULE)
        for path, lines in self.sources.items():
            self.once(SUB_WORK, must_be_path, path)
            self.once(SUB_WORK, must_be_source, b'\n'.join(lines), bool(self.rules))
        for pattern, lines in self.rules.items() if self.sources else ():
            self.once(RULE_WORK * len(pattern), must_be_rule, pattern, b'\n'.join(lines))
        must(len(self.sources) * sum(steps(parser.parse(each)) for each in self.rules) <= MOST_IN_ALL, BAD_RULE)

    def once(self, work, judge, *what):
        if (judge, *what) not in self.sound:
            self.work += work
            judge(*what)
            self.sound.add((judge, *what))


def must(is_so, problem):
    if not is_so:
        raise error.Abort(problem)


AUDIT = pathutil.pathauditor(b'/', realfs=False)


def must_be_path(path):
    must(not path.startswith(b'~') and b'$' not in path and b'\0' not in path, BAD_PATH)
    must(posixpath.normpath(path) == path and path.count(b'/') < DEEPEST, BAD_PATH)
    try:
        AUDIT(path)
    except error.Abort:
        raise error.Abort(BAD_PATH)


def must_be_source(source, has_rules):
    """
    An address of one line, also after its codes have been read. 'has_rules': clients may make another one of it, which has
    none that are made of parts.
    """
    if source.startswith(b'['):
        kind, end, source = source[1:].partition(b']')
        must(end and kind in KINDS, BAD_SOURCE)
    source = source.strip()
    must(not has_rules or not (b'%' in source or b'[' in source or len(source) > LONGEST_RULED), BAD_SOURCE)
    must(len(source.splitlines()) <= 1, BAD_SOURCE)
    if b'%' not in source and not source.startswith(b'file:'):
        return
    try:
        written = bytes(urlutil.url(source))
    except (error.Abort, TypeError, ValueError):
        raise error.Abort(BAD_SOURCE)
    must(len(written.splitlines()) <= 1, BAD_SOURCE)


def steps(parsed, is_repeated=False):
    """
    How many ways there are at most to read a source by an expression, of one place where it begins: endless where a
    repetition has another one, or alternatives, within.
    """
    found = 1
    for name, what in parsed:
        if str(name) in REPEATED:
            least, most, part = what
            ways = min(most, LONGEST_RULED) - min(least, LONGEST_RULED) + 1
            if is_repeated and ways > 1:
                return math.inf
            found *= ways * steps(part, is_repeated or most > 1)
        elif str(name) in SEVERAL:
            if is_repeated:
                return math.inf
            found *= sum(steps(part) for part in parts_of(what))
        else:
            found *= math.prod(steps(part, is_repeated) for part in parts_of(what))
    return found


def parts_of(what):
    """Those that are expressions themselves."""
    if hasattr(what, 'getwidth'):
        yield what
    elif isinstance(what, (list, tuple)):
        for each in what:
            yield from parts_of(each)


def must_be_rule(pattern, replacement):
    must(len(pattern) <= LONGEST_RULE, BAD_RULE)
    must(not ODD_BYTES.search(replacement) and b'%' not in replacement and b'[' not in replacement, BAD_RULE)
    try:
        groups = re.compile(pattern).groups
        must(steps(parser.parse(pattern)) < math.inf, BAD_RULE)
    except (re.error, ValueError, OverflowError, RecursionError):
        raise error.Abort(BAD_RULE)
    # Three digits, and what begins with 0, would be a letter.
    for digits in GROUP.findall(replacement):
        must(digits[:1] != b'0' and not re.match(rb'[0-7]{3}', digits) and int(digits[:2]) <= groups, BAD_RULE)
`;
