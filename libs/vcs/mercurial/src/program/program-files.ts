import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hfAlike } from './hf-alike.js';
import { hfAllowed } from './hf-allowed.js';
import { hfBase } from './hf-base.js';
import { hfBegins } from './hf-begins.js';
import { hfBounds } from './hf-bounds.js';
import { hfCare } from './hf-care.js';
import { hfClaims } from './hf-claims.js';
import { hfCompared } from './hf-compared.js';
import { hfContent } from './hf-content.js';
import { hfCopies } from './hf-copies.js';
import { hfEnds } from './hf-ends.js';
import { hfExpressions } from './hf-expressions.js';
import { hfFetch } from './hf-fetch.js';
import { hfFiles } from './hf-files.js';
import { hfFlags } from './hf-flags.js';
import { hfGate } from './hf-gate.js';
import { hfIds } from './hf-ids.js';
import { hfJudged } from './hf-judged.js';
import { hfLarge } from './hf-large.js';
import { hfLines } from './hf-lines.js';
import { hfLinks } from './hf-links.js';
import { hfListed } from './hf-listed.js';
import { hfLists } from './hf-lists.js';
import { hfNames } from './hf-names.js';
import { hfOrders } from './hf-orders.js';
import { hfPlaces } from './hf-places.js';
import { hfRead } from './hf-read.js';
import { hfReadable } from './hf-readable.js';
import { hfRefs } from './hf-refs.js';
import { hfRoom } from './hf-room.js';
import { hfRpc } from './hf-rpc.js';
import { hfRunning } from './hf-running.js';
import { hfSaid } from './hf-said.js';
import { hfSay } from './hf-say.js';
import { hfSearch } from './hf-search.js';
import { hfShown } from './hf-shown.js';
import { hfSmall } from './hf-small.js';
import { hfSsh } from './hf-ssh.js';
import { hfStored } from './hf-stored.js';
import { hfSubrepos } from './hf-subrepos.js';
import { hfSymlinks } from './hf-symlinks.js';
import { hfTags } from './hf-tags.js';
import { hfTake } from './hf-take.js';
import { hfTidy } from './hf-tidy.js';
import { hfTold } from './hf-told.js';
import { hfTurns } from './hf-turns.js';
import { hfVersions } from './hf-versions.js';
import { hfWalks } from './hf-walks.js';
import { hfWeb } from './hf-web.js';
import { hfWire } from './hf-wire.js';
import { hfWritten } from './hf-written.js';

/** The modules of the program, by their names: our own work, under the licence of what they import. */
const modules = {
  hf_alike: hfAlike,
  hf_allowed: hfAllowed,
  hf_base: hfBase,
  hf_begins: hfBegins,
  hf_bounds: hfBounds,
  hf_care: hfCare,
  hf_claims: hfClaims,
  hf_compared: hfCompared,
  hf_content: hfContent,
  hf_copies: hfCopies,
  hf_ends: hfEnds,
  hf_expressions: hfExpressions,
  hf_fetch: hfFetch,
  hf_files: hfFiles,
  hf_flags: hfFlags,
  hf_gate: hfGate,
  hf_ids: hfIds,
  hf_judged: hfJudged,
  hf_large: hfLarge,
  hf_lines: hfLines,
  hf_links: hfLinks,
  hf_listed: hfListed,
  hf_lists: hfLists,
  hf_names: hfNames,
  hf_orders: hfOrders,
  hf_places: hfPlaces,
  hf_read: hfRead,
  hf_readable: hfReadable,
  hf_refs: hfRefs,
  hf_room: hfRoom,
  hf_rpc: hfRpc,
  hf_running: hfRunning,
  hf_said: hfSaid,
  hf_say: hfSay,
  hf_search: hfSearch,
  hf_shown: hfShown,
  hf_small: hfSmall,
  hf_ssh: hfSsh,
  hf_stored: hfStored,
  hf_subrepos: hfSubrepos,
  hf_symlinks: hfSymlinks,
  hf_tags: hfTags,
  hf_take: hfTake,
  hf_tidy: hfTidy,
  hf_told: hfTold,
  hf_turns: hfTurns,
  hf_versions: hfVersions,
  hf_walks: hfWalks,
  hf_web: hfWeb,
  hf_wire: hfWire,
  hf_written: hfWritten,
};

/** Writes the program into a directory of its own, in place of what was there. */
export const installProgram = async (directory: string): Promise<void> => {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(modules))
    await writeFile(join(directory, `${name}.py`), text, { mode: 0o600 });
};
