/** A file, or a directory, which has no content. */
export interface SvnNode {
  properties: ReadonlyMap<string, Buffer>;
  content?: Buffer;
}

/** What stands in a revision, by paths from the root, which is ''. */
export type SvnNodes = ReadonlyMap<string, SvnNode>;

/** Of a copy: where it comes from. */
export interface SvnSource {
  path: string;
  revision: number;
  nodes: SvnNodes;
}

/** A tree that writes down what is done to it, as a dump. */
export class SvnDumpWriter {
  readonly out: Buffer[] = [];
  revision = -1;
  /** As it was right before the revision that is written. */
  last: SvnNodes = new Map();
  private readonly nodes = new Map<string, SvnNode>([['', { properties: new Map() }]]);

  constructor(uuid: string) {
    this.say(`SVN-fs-dump-format-version: 2\n\nUUID: ${uuid}\n\n`);
  }

  get now(): SvnNodes {
    return this.nodes;
  }

  /** From now on it is the next revision. */
  begin(properties: ReadonlyMap<string, Buffer>): void {
    this.last = new Map(this.nodes);
    this.revision += 1;
    this.record([`Revision-number: ${this.revision}`], { properties });
  }

  /** Adds what is not there, changes what is there; nothing is said of what stays as it is. */
  put(path: string, node: SvnNode): void {
    const old = this.nodes.get(path);
    this.parents(path);
    this.nodes.set(path, node);
    if (!old) return this.record(headersOf(path, node, 'add'), node);
    const properties = propertiesOf(old).equals(propertiesOf(node)) ? undefined : node.properties;
    const content = node.content && old.content?.equals(node.content) ? undefined : node.content;
    if (properties ?? content) this.record(headersOf(path, node, 'change'), { properties, content });
  }

  /** Puts something that has nothing to do with what was there in its place. */
  replace(path: string, node: SvnNode): void {
    this.nodes.set(path, node);
    this.record(headersOf(path, node, 'replace'), node);
  }

  /** `content`: of a file that is changed at once. */
  copy(to: string, source: SvnSource, content?: Buffer): void {
    const { path, revision, nodes } = source;
    const [node, above] = [nodes.get(path), `${path}/`];
    if (!node) return;
    this.parents(to);
    const action = this.nodes.has(to) ? 'replace' : 'add';
    for (const [each, below] of nodes)
      if (each.startsWith(above)) this.nodes.set(to + each.slice(path.length), below);
    const changed = content && !node.content?.equals(content) ? { content } : {};
    this.nodes.set(to, { ...node, ...changed });
    const from = [`Node-copyfrom-rev: ${revision}`, `Node-copyfrom-path: ${path}`];
    this.record([...headersOf(to, node, action), ...from], changed);
  }

  remove(path: string): void {
    if (!this.nodes.has(path)) return;
    for (const each of [...this.nodes.keys()])
      if (each === path || each.startsWith(`${path}/`)) this.nodes.delete(each);
    this.record([`Node-path: ${path}`, 'Node-action: delete']);
  }

  private parents(path: string): void {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = parts.slice(0, depth).join('/');
      if (!this.nodes.has(above)) this.put(above, { properties: new Map() });
    }
  }

  private record(headers: string[], { properties, content }: Partial<SvnNode> = {}): void {
    const told = properties && propertiesOf({ properties });
    const lines = [...headers];
    if (told) lines.push(`Prop-content-length: ${told.length}`);
    if (content) lines.push(`Text-content-length: ${content.length}`);
    if (told ?? content) lines.push(`Content-length: ${(told?.length ?? 0) + (content?.length ?? 0)}`);
    this.say(`${lines.join('\n')}\n\n`);
    this.out.push(...[told, content].filter((each) => each !== undefined));
    this.say('\n\n');
  }

  private say(text: string): void {
    this.out.push(Buffer.from(text));
  }
}

const headersOf = (path: string, { content }: SvnNode, action: string): string[] => [
  ...[`Node-path: ${path}`, `Node-kind: ${content ? 'file' : 'dir'}`, `Node-action: ${action}`],
];

const propertiesOf = ({ properties }: Pick<SvnNode, 'properties'>): Buffer => {
  const pieces = [...properties].flatMap(([name, value]) => [
    Buffer.from(`K ${Buffer.byteLength(name)}\n${name}\nV ${value.length}\n`),
    value,
    Buffer.from('\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('PROPS-END\n')]);
};
