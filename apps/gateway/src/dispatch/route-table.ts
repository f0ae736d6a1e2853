import type { OperationContract } from '@holdfast/contracts';

/** All operations of one path template, by method. */
export interface Route {
  template: string;
  operations: Map<string, OperationContract>;
}

export interface Match {
  route: Route;
  /** Decoded once. */
  params: Record<string, string>;
}

interface Branching {
  literals: Map<string, Branching>;
  parameter?: { name: string; below: Branching };
  route?: Route;
  /** The last parameter takes raw slashes as well. */
  slashes?: boolean;
}

const branching = (): Branching => ({ literals: new Map() });

/**
 * Finds the operations of a path. It splits before it decodes, so that `%2F` stays inside an id; literal
 * segments win over parameters, and a last parameter whose ids may hold slashes takes the rest of the path, with a
 * literal at its end that ends no path. Where that is a path of which things are listed, an empty one is none: all are.
 */
export class RouteTable {
  private readonly root = branching();
  readonly routes: Route[] = [];

  constructor(operations: readonly OperationContract[]) {
    for (const operation of operations) this.add(operation);
  }

  find(path: string): Match | undefined {
    const segments = path.split('/').slice(1);
    const params: Record<string, string> = {};
    let at: Branching | undefined = this.root;
    for (let index = 0; index < segments.length && at; index += 1) {
      const segment = segments[index];
      const literal: Branching | undefined = at.literals.get(segment);
      if (literal && leadsOn(literal, index === segments.length - 1)) {
        at = literal;
        continue;
      }
      if (!at.parameter) return undefined;
      const { name, below }: { name: string; below: Branching } = at.parameter;
      const rest = segments.length - index;
      if (rest > 1 && below.slashes && !leadsOn(below.literals.get(segments[index + 1]), rest === 2)) {
        return finish(below, params, name, segments.slice(index).join('/'));
      }
      if (segment === '' && rest === 1 && lists(at) && lists(below)) break;
      const value = decoded(segment);
      if (value === undefined || value === '') return undefined;
      params[name] = value;
      at = below;
    }
    return at?.route && { route: at.route, params };
  }

  private add(operation: OperationContract): void {
    let at = this.root;
    for (const segment of operation.path.split('/').slice(1)) {
      if (segment.startsWith(':')) {
        const name = segment.slice(1);
        at.parameter ??= { name, below: branching() };
        if (at.parameter.name !== name)
          throw new Error(`${operation.id}: :${name} stands where :${at.parameter.name} does`);
        at = at.parameter.below;
        if (operation.path.endsWith(segment) && operation.object.slashes) at.slashes = true;
      } else {
        let next = at.literals.get(segment);
        if (!next) at.literals.set(segment, (next = branching()));
        at = next;
      }
    }
    if (!at.route) this.routes.push((at.route = { template: operation.path, operations: new Map() }));
    const { operations } = at.route;
    if (operations.has(operation.method))
      throw new Error(`${operation.method} ${operation.path} is defined twice`);
    operations.set(operation.method, operation);
  }
}

/** Whether a literal segment is one of a path: as the last one it has to end one. */
const leadsOn = (literal: Branching | undefined, isLast: boolean): boolean =>
  literal !== undefined && (!isLast || literal.route !== undefined);

const lists = ({ route }: Branching): boolean => route?.operations.get('GET')?.kind === 'list';

const finish = (
  at: Branching,
  params: Record<string, string>,
  name: string,
  rest: string,
): Match | undefined => {
  const value = decoded(rest);
  if (!at.route || value === undefined || value === '') return undefined;
  params[name] = value;
  return { route: at.route, params };
};

const decoded = (segment: string): string | undefined => {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    // No id of anything holds a NUL, and no store could look for it.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};
