/** All of the environment of the programs: their texts are UTF-8 whatever the operator's are. */
export const subversionEnvironment = (path: string): Record<string, string> => ({
  PATH: path,
  LC_ALL: 'C.UTF-8',
  HOME: '/nonexistent',
});
