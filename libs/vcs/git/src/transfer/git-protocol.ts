/** `GIT_PROTOCOL` for a client's `Git-Protocol` header: the highest version that it names, and nothing else. */
export function protocolEnvironment(header: string | undefined): Record<string, string> {
  const versions = (header ?? '').split(':').flatMap((key) => /^version=([012])$/.exec(key)?.[1] ?? []);
  return versions.length === 0 ? {} : { GIT_PROTOCOL: `version=${versions.sort().at(-1)}` };
}

export function isVersionTwo(environment: Record<string, string>): boolean {
  return environment.GIT_PROTOCOL === 'version=2';
}

/** The line that older clients expect before the refs. */
export function serviceLine(service: string): Buffer {
  const text = `# service=git-${service}\n`;
  return Buffer.from(`${(text.length + 4).toString(16).padStart(4, '0')}${text}0000`);
}
