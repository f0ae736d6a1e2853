/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what single heads say of tags,
 * whichever of them counts.
 */
export const hfClaims = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What single heads say of tags, whichever of them counts."""
import itertools

import hf_tags
from hf_base import text
from mercurial import encoding, tags as tagsmod

CONTESTED = (
    '%s: the .hgtags of some head says otherwise of this tag than others do: '
    'pull and merge, or remove the tag and make it again, or take its lines out there'
)
# So many claims about a tag are put together in each order, 24 of four; of more, what may be otherwise is.
MOST_TRIED = 4
NOT_HERE = '%s: .hgtags says that this tag is at a changeset that is not here: push that too, or take the line out'


def contested(repo, before):
    """
    The tags of which heads say more that is otherwise than before a push, though the push does not move them: nobody
    decides about it. Of two heads that know nothing of each other Mercurial takes the one that is nearer to the tip. So in
    clones that pulled in another order, and after the next commit of whoever it is, such a tag is elsewhere, or there.
    """
    earlier, files = hf_tags.files(before), hf_tags.files(repo)
    # What comes first may have been so elsewhere.
    if not len(before) or files == earlier:
        return
    was, now = together(before), together(repo)
    shown, left = before.tags(), repo.tags()
    for name, (node, _) in sorted(now.items()):
        # Nobody would see it, and nobody could make a tag of this name.
        if was.get(name, (None,))[0] != node and node != repo.nullid and not repo.changelog.hasnode(node):
            yield NOT_HERE % text(name)
    asked = {name: node for name, (node, _) in now.items() if name not in shown or left.get(name) == shown[name]}
    kept = {name: {node, *former} for name, (node, former) in was.items() if asked.get(name) == node}
    doubtful = {}
    for name, (others, said) in judged(repo, files, asked).items():
        more = said - kept[name] if name in kept else set()
        if others or more:
            doubtful[name] = others, more
    known = judged(before, earlier, {name: was[name][0] for name in doubtful if name in was})
    for name, (others, more) in sorted(doubtful.items()):
        others_known, said = known.get(name, (set(), set()))
        if not (others <= others_known and more <= said):
            yield CONTESTED % text(name)


def together(repo):
    """What all heads say: of each tag its changeset, if only the empty or an unknown one, and those before it."""
    found = {}
    for name, claim in tagsmod.findglobaltags(repo.ui, repo).items():
        name = encoding.tolocal(name)
        if name not in found or claim[0] != repo.nullid:
            found[name] = claim
    return found


def judged(repo, files, tags):
    """
    Of each tag the changesets that a file says, and that do not lose against the one that it is at in whichever order; and
    all that are said, those before too.
    """
    claims = {}
    for file in files if tags else ():
        lines = repo.file(b'.hgtags').read(file).splitlines()
        for name, claim in tagsmod._readtags(repo.ui, repo, lines, b'.hgtags').items():
            name = encoding.tolocal(name)
            if name in tags:
                claims.setdefault(name, []).append(claim)
    found = {}
    for name, each in claims.items():
        now = tags[name]
        chain = max(({node, *former} for node, former in each if node == now), key=len, default={now})
        others = {node for node, former in each if not is_older(node, former, now, chain)}
        if others:
            others = otherwise(name, each, now, others)
        found[name] = others, {said for node, former in each for said in (node, *former)}
    return found


def otherwise(name, claims, now, doubtful):
    """
    Where else the tag is in other orders of heads; 'doubtful' where there are too many to try. Nowhere for one that was
    moved and came back: its history is the longer one, and wins in each order against what it was between.
    """
    distinct = list({(node, tuple(former)) for node, former in claims})
    if len(distinct) > MOST_TRIED:
        return doubtful
    found = set()
    for order in itertools.permutations(distinct):
        known = {}
        for node, former in order:
            hf_tags.add_tags({name: (node, list(former))}, known)
        found.add(known[name][0])
    return found - {now}


def is_older(node, former, now, chain):
    """Whether it loses against the chain of changesets up to 'now', or says the same."""
    return chain.issubset((node, *former)) if node == now and now in former else node in chain and now not in former
`;
