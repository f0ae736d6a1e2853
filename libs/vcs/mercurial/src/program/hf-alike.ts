/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what Mercurial remembers of
 * the tags and branches of changesets, by the beginnings of their ids.
 */
export const hfAlike = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""
Mercurial remembers which .hgtags a changeset has by its number and the first four bytes of its id. Two can be made to be
alike in both. So nothing is remembered of what a transaction may take back, and of what is new in one nothing is believed
but what was read in it. The same of branches: what was remembered of them goes with a transaction that is taken back.

All else is remembered at once, also beside a transaction of our own: to find out which .hgtags a head has takes the whole
list of its files, and each push asks about each head. So whatever ends a request, the next one goes on from there.
"""
import time

import hf_base  # makes Mercurial ready
from mercurial import bundle2, tags as tagsmod
try:
    from mercurial.branching.rev_cache import revbranchcache
except ImportError:  # before 7
    from mercurial.branchmap import revbranchcache


def new_in(repo, rev):
    """The transaction in which the changeset is new; None: it was there before."""
    transaction = repo.currenttransaction()
    is_new = transaction is not None and rev >= transaction.changes[b'origrepolen']
    return transaction if is_new else None


def may_end_otherwise(repo):
    """Whether what is seen may be taken back: by its transaction, or whoever comes after one that was killed."""
    return repo.currenttransaction() is not None or repo.svfs.exists(b'journal')


# Bytes of what is remembered of a changeset, and what stands there for nothing.
RECORD, NOTHING = tagsmod._fnodesrecsize, tagsmod._fnodesmissingrec
# Seconds after which what was found is written.
WRITTEN_AFTER = 1

stored_file = tagsmod.hgtagsfnodescache.getfnode
store_files = tagsmod.hgtagsfnodescache.write
store_tags = tagsmod._writetagcache


def tags_file(cache, node, *more, **how):
    """Which .hgtags a changeset has."""
    repo = cache._repo
    transaction = None if node == repo.nullid else new_in(repo, repo.changelog.rev(node))
    if transaction is None:
        hits = cache.hitcount
        found = stored_file(cache, node, *more, **how)
        if cache.hitcount == hits:
            write_now_and_then(cache)
        return found
    said = transaction.__dict__.get('holdfast_tags')
    if said is None:
        said = transaction.__dict__['holdfast_tags'] = {}
        transaction.addpostclose(b'holdfast-tags', lambda _: remember(repo, said))
    if node not in said:
        said[node] = cache._computefnode(node)
    return said[node]


def write_now_and_then(cache):
    now = time.monotonic()
    if now - cache.__dict__.setdefault('holdfast_written', now) > WRITTEN_AFTER:
        cache.write()
        cache.holdfast_written = time.monotonic()


def write_files(cache):
    repo = cache._repo
    transaction = repo.currenttransaction()
    if transaction is None and may_end_otherwise(repo):
        return
    if transaction is not None:
        new = transaction.changes[b'origrepolen'] * RECORD
        cache._raw[new:] = NOTHING * ((len(cache._raw) - new) // RECORD)
    store_files(cache)


def remember(repo, said):
    """What was found out in a transaction that is over now."""
    if may_end_otherwise(repo):
        return
    cache = tagsmod.hgtagsfnodescache(repo)
    for node, found in said.items():
        cache._writeentry(repo.changelog.rev(node) * RECORD, node[:4], found)
    store_files(cache)


def set_file(cache, node, found):
    """Clients send such records with a push. They are not believed: the server reads the files itself."""


def read_again(cache, nodes):
    """Of changesets whose remembered .hgtags is in no file log: which they have. That is remembered instead."""
    found = {node: cache._computefnode(node) for node in nodes}
    for node, file in found.items():
        rev = cache._repo.changelog.rev(node)
        if new_in(cache._repo, rev) is None:
            cache._writeentry(rev * RECORD, node[:4], file)
    return found


def tell_files(repo, bundler, outgoing):
    """
    Tells whoever pulls which .hgtags the heads have. A client that has looked at the parent goes by what differs in the
    lists of files as they are stored, does not see that the file was removed, and goes on counting that of the parent.
    """
    # Without any there is nothing to find out, which takes the whole list of files of each head.
    if not len(repo.file(b'.hgtags')):
        return
    cache = tagsmod.hgtagsfnodescache(repo.unfiltered())
    told = [piece for head in outgoing.ancestorsof if head != repo.nullid for piece in (head, cache.getfnode(head))]
    cache.write()
    if told:
        bundler.newpart(b'hgtagsfnodes', mandatory=False, data=b''.join(told))


def write_tags(ui, repo, *more):
    if not may_end_otherwise(repo):
        store_tags(ui, repo, *more)


store_branch = revbranchcache._setcachedata
store_branches = revbranchcache.write


def set_branch(cache, *more):
    store_branch(cache, *more)
    repo = cache._repo
    transaction = repo.currenttransaction()
    if transaction is not None:
        transaction.addabort(b'holdfast-branches', lambda _: forget_branches(repo, cache))
        transaction.addpostclose(b'holdfast-branches', lambda _: write_branches(cache))


def write_branches(cache, *more):
    if not may_end_otherwise(cache._repo):
        store_branches(cache, *more)


def forget_branches(repo, cache):
    if repo._revbranchcache is cache:
        repo._revbranchcache = None


tagsmod.hgtagsfnodescache.getfnode = tags_file
tagsmod.hgtagsfnodescache.write = write_files
tagsmod.hgtagsfnodescache.setfnode = set_file
tagsmod.hgtagsfnodescache.refresh_invalid_nodes = read_again
tagsmod._writetagcache = write_tags
bundle2.addparttagsfnodescache = tell_files
revbranchcache._setcachedata = set_branch
revbranchcache.write = write_branches
`;
