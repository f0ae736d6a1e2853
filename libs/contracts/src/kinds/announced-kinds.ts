/**
 * Kinds that are promised and not there yet: their word stands in the contracts and is refused at creation, and their addresses
 * ask for credentials as those of any repository that is not there. Whoever makes one takes its word out of here.
 */
export const announcedKinds: readonly string[] = ['mercurial', 'subversion'];
