/**
 * A module of the engine's Python program, under the licence that Mercurial asks for: what single heads say of tags,
 * whichever of them counts.
 */
export const hfClaims = String.raw`# SPDX-License-Identifier: GPL-2.0-or-later
"""What single heads say of tags, whichever of them counts."""
import collections
import itertools
import math

import hf_tags
from hf_base import text
from mercurial import encoding, tags as tagsmod

CONTESTED = (
    '%s: the .hgtags of some head says otherwise of this tag than others do: '
    'pull and merge, or remove the tag and make it again, or take its lines out there'
)
# So many changesets are gone through to put claims together in other orders: those of five claims are 120.
MOST_TRIED = 500_000
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
    """Of each tag where else it is in other orders of heads, and all that is said of it, what it was before too."""
    claims = {}
    for file in files if tags else ():
        lines = repo.file(b'.hgtags').read(file).splitlines()
        for name, (node, former) in tagsmod._readtags(repo.ui, repo, lines, b'.hgtags').items():
            name = encoding.tolocal(name)
            if name in tags:
                claims.setdefault(name, collections.Counter())[node, tuple(former)] += 1
    trial = Trial()
    return {
        name: (trial.otherwise(name, each, tags[name]), {said for node, former in each for said in (node, *former)})
        for name, each in claims.items()
    }


class Trial:
    """Puts claims together in each order, as long as that is little work."""

    def __init__(self):
        self.left = MOST_TRIED

    def otherwise(self, name, claims, now):
        """
        Where else a tag is in other orders of these claims, each as often as it is made; all that is said, if that would
        be too much work.
        """
        if wins(claims, now):
            return set()
        # The second time a claim may count for more than the first.
        each = [claim for claim, times in claims.items() for _ in range(min(times, 2))]
        work = sum(1 + len(former) for _, former in each) * (math.factorial(len(each)) if len(each) < 6 else MOST_TRIED)
        if work > self.left:
            return {node for node, _ in each} - {now}
        self.left -= work
        found = set()
        for order in itertools.permutations(each):
            known = {}
            for node, former in order:
                hf_tags.add_tags({name: (node, list(former))}, known)
            found.add(known[name][0])
        return found - {now}


def wins(claims, now):
    """
    Whether one claim alone has the tag be here in each order, by what can be known without trying. It says of all others
    that they came before. Where some of them say the same of it, the longer history counts: so its own is as long as theirs
    can become together, and what can be left of it is longer than each. Of two histories that are joined the one that was
    found last says how often a changeset is in them. The time for it grows with what is said.
    """
    others = {node for node, _ in claims} - {now}
    if not others:
        return True
    times = {claim: collections.Counter(claim[1]) for claim in claims}
    # Of each changeset how often it is said by whoever says it most often, by the next one, and least often.
    most, next_most, least = {}, {}, {}
    for counts in times.values():
        for said, count in counts.items():
            first = most.get(said, 0)
            most[said], next_most[said] = max(first, count), max(next_most.get(said, 0), min(first, count))
            least[said] = min(count, least.get(said, count))
    together = sum(most.values())
    longest = max((len(former) for node, former in claims if node != now and now in times[node, former]), default=-1)
    for (node, former), counts in times.items():
        if node != now or len(counts) < len(others) or not all(other in counts for other in others):
            continue
        own = {said: most[said] - next_most[said] for said, count in counts.items() if count == most[said]}
        is_said = most.get(now, 0) - own.get(now, 0) > 0
        if is_said and len(former) < together - sum(own.values()):
            continue
        if sum(least[said] for said in counts) > longest:
            return True
    return False
`;
