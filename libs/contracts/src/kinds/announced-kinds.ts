/**
 * Kinds that are promised and not there yet. The contracts know their words, and refuse to create such a repository;
 * addresses below them ask for credentials, as the address of any repository that does not exist. Whoever makes such a
 * kind takes its word out of here.
 */
export const announcedKinds: readonly string[] = [];
