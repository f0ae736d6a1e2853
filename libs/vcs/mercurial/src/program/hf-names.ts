/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: which names files and bookmarks
 * may have that are pushed.
 */
export const hfNames = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""Which names files and bookmarks may have that are pushed."""
import hf_base
import hf_expressions
import hf_ids
import hf_judged
import hf_links
import hf_refs
from mercurial import changegroup, error, pathutil, transaction

# Bytes of a path, and of a name in it whose letters are not known; letters of one (UTF-16 units). Some file systems have
# 255 bytes only, but what is made on others may have more.
LONGEST_PATH, LONGEST_PART, LONGEST_NAME = 4096, 1020, 255
# Bytes of the path of a file that a push makes: of what systems take, a working copy needs some for where it lies itself.
LONGEST_NEW = 3500
# Names in it: of more, clients make the directories by a function that calls itself for each, and Python ends them.
MOST_NEW_PARTS = 500

MISNAMED = b'the push has a file of a name that no working copy can have'
SHADOWING = '%s: a bookmark cannot have the name of a branch or a tag, which clients would take it for'
SHADOWING_TAG = '%s: a tag cannot have the name of a branch, which clients would take it for'
OF_CLIENTS = '%s: a name cannot be one that clients take for changesets'
TOO_MANY_SIGNS = (
    'the new names of a push have too many spaces and signs such as + together: push an earlier changeset first'
)
OF_AN_ID = '%s: a name cannot begin the id of another changeset, which clients would take it for'
SHADOWED_BRANCH = '%s: a branch cannot have the name of a %s, which clients would take instead'


def auditor():
    return pathutil.pathauditor(b'/', realfs=False)


def may_be(name, audit, is_new=False):
    """Whether a working copy can have a file of this name: no client makes another one."""
    parts = name.split(b'/')
    if name != name.translate(None, b'\0\n\r') or not all(part not in (b'', b'.') for part in parts):
        return False
    if len(name) > (LONGEST_NEW if is_new else LONGEST_PATH) or any(is_too_long(part) for part in parts):
        return False
    if is_new and len(parts) > MOST_NEW_PARTS:
        return False
    try:
        audit(name)
    except error.Abort:
        return False
    return True


def is_too_long(part):
    if len(part) <= LONGEST_NAME:
        return False
    try:
        return len(part.decode().encode('utf-16-le')) > 2 * LONGEST_NAME
    except UnicodeDecodeError:
        return len(part) > LONGEST_PART


def must_be(names):
    """
    Asked before any of them is written: two names may stand for one file of the store, and a push that is taken back by
    one of them would leave there what came by the other.
    """
    audit = auditor()
    for each in names:
        if not may_be(each, audit):
            raise error.Abort(MISNAMED)


file_header = changegroup.cg1unpacker.filelogheader


def judged_file_header(unpacker):
    header = file_header(unpacker)
    if header:
        must_be([header[b'filename']])
    return header


add_files = changegroup._addchangegroupfiles


def add_judged_files(repo, source, revmap, journal, expected, needed, *more, **how):
    """'needed': the files that new lists of files name, whether or not they come."""
    must_be(needed)
    with hf_links.looking(repo):
        return add_files(repo, source, revmap, journal, expected, needed, *more, **how)


add_entry = transaction.transaction._addentry


def add_sound_entry(self, file, offset):
    """The journal has a line for each: one with a line end in it would be another file's when it is played back."""
    if file != file.translate(None, b'\0\n\r'):
        raise error.Abort(MISNAMED)
    add_entry(self, file, offset)


def shadowing(repo, before, after):
    """
    Bookmarks that clients would take for a branch, also a closed one, or a tag, as far as a push makes or moves one of
    them; tags that they would take for a branch, as far as a push makes one of them beside the other; and names that they
    would take for an id.
    """
    # Closed ones, too.
    were, branches = ({hf_refs.text(name) for name in each.branchmap()} for each in (hf_base.before(repo), repo))
    new = grown_branches(repo) - set(before['branch'])
    # A branch that comes closed, too: clients look for it before they look for another name.
    taken = new & (set(before['bookmark']) | set(before['tag']))
    come = {name for name in taken if name in after['branch'] or name not in were}
    for name, found in sorted(after['bookmark'].items()):
        moved = before['bookmark'].get(name) != found
        made = name not in before['bookmark']
        if name in after['tag'] and (moved or name not in before['tag']) or name in branches and made:
            yield SHADOWING % name
        elif name in come:
            yield SHADOWED_BRANCH % (name, 'bookmark')
    # What comes together is an older repository: nobody has known either of them here.
    for name in sorted(set(after['tag']) & branches):
        if name not in before['tag'] and name in were:
            yield SHADOWING_TAG % name
        elif name in before['tag'] and name in come:
            yield SHADOWED_BRANCH % (name, 'tag')
    # An older repository has such names, and comes with its first push.
    is_first = not len(hf_base.before(repo))
    if not is_first:
        is_known = hf_expressions.among(branches, after['tag'], after['bookmark'])
        made = new.union(*(set(after[sort]) - set(before[sort]) for sort in ('bookmark', 'tag')))
        if hf_expressions.are_too_many(made):
            yield TOO_MANY_SIGNS
            return
        for name in sorted(made):
            if hf_ids.means_other(name) or hf_expressions.is_expression(name, is_known):
                yield OF_CLIENTS % name
    for name in sorted(new):
        if hf_ids.begins_other(repo, name, coming=not is_first):
            yield OF_AN_ID % name
    for sort in ('bookmark', 'tag'):
        for name, found in sorted(after[sort].items()):
            if before[sort].get(name) != found and hf_ids.begins_other(repo, name, found, coming=not is_first):
                yield OF_AN_ID % name


def branch_of(repo, rev):
    return hf_refs.text(repo.revbranchcache().branchinfo(rev)[0])


def grown_branches(repo):
    """The branches of what is new, closed or not."""
    every = repo.unfiltered()
    return {branch_of(every, rev) for rev in hf_judged.new_changesets(every)}


def watch():
    """From now on."""
    changegroup.cg1unpacker.filelogheader = judged_file_header
    changegroup._addchangegroupfiles = add_judged_files
    transaction.transaction._addentry = add_sound_entry
`;
