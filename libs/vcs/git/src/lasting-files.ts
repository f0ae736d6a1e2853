/**
 * What never changes once it is there, by paths in the directory of a repository: packs and what is made of them,
 * single objects, parts of the commit-graph, large files. All get their names, which tell what is in them, by a rename.
 * A bitmap may be made anew for other refs; the former is one of the same pack, or packs, and as good.
 */
export const lastingFiles = new RegExp(
  [
    '^objects/pack/(?:pack-[0-9a-f]+\\.(?:pack|idx|rev|bitmap)|multi-pack-index-[0-9a-f]+\\.(?:rev|bitmap))$',
    '^objects/[0-9a-f]{2}/[0-9a-f]+$',
    '^objects/info/commit-graphs/graph-[0-9a-f]+\\.graph$',
    '^lfs/objects/',
  ].join('|'),
);
