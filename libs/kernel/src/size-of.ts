const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A number of bytes for people: `512 bytes`, `5.0 MiB`. */
export const sizeOf = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${power === 0 ? bytes : (bytes / 2 ** (10 * power)).toFixed(1)} ${units[power]}`;
};
