/**
 * What never changes once it is there, by paths in the directory of a repository: packs and their indexes, single
 * objects, large files. All get their names by a rename.
 */
export const lastingFiles =
  /^(?:objects\/(?:pack\/pack-[0-9a-f]+\.(?:pack|idx|rev)$|[0-9a-f]{2}\/[0-9a-f]+$)|lfs\/objects\/)/;
