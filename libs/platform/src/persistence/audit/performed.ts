import type { AuditDetail, AuditRecord, AuditTarget } from '@holdfast/contracts';
import { timedId, type CallContext } from '@holdfast/kernel';

/** What a call does, as far as it is known before it is done. */
export interface Performed {
  /** `project_user.create`; an operator's command: `operator.company.create`. */
  operation: string;
  /** Name of the object type that it acts on. */
  object: string;
  /** What it sets; undefined: nothing, and there is nothing to record. */
  detail: () => AuditDetail | undefined;
}

/** Not text: it never travels. What another process sends is no statement about what this one does. */
const performed = Symbol('performed');

type PerformingContext = CallContext & { [performed]?: Performed };

/** The context of a call that may change something. */
export const performing = (ctx: CallContext, what: Performed): CallContext => {
  const performing: PerformingContext = { ...ctx, [performed]: what };
  return performing;
};

/** What was changed, as it was called before. */
export interface Changed {
  id: string;
  uuid?: string;
  /** The id before the deactivation, where that is what was done. */
  oldId?: string | null;
}

/** For calls without a principal: whose company it was done in, and by which account; absent: by the operator. */
export type AuditedBy = Pick<AuditRecord, 'company' | 'account'>;

export interface AuditOptions<T> {
  by?: (changed: T) => AuditedBy;
  /** What is to be told beyond the attributes that were set. */
  detail?: (changed: T) => AuditDetail;
  /** Attributes that this object does not have: of a creation they have their defaults, which are not told. */
  without?: readonly string[];
}

/**
 * The record of a change. Undefined: the call sets nothing.
 * @throws Error when the context is not that of an operation, or says of nobody who does it
 */
export const recordOf = <T extends Changed>(
  ctx: CallContext,
  changed: T,
  { by, detail, without = [] }: AuditOptions<T> = {},
): AuditRecord | undefined => {
  const what = (ctx as PerformingContext)[performed];
  if (!what) throw new Error('a change outside of an operation');
  const set = what.detail();
  if (set === undefined) return undefined;
  const told = Object.entries(set).filter(([name]) => !without.includes(name));
  const at = Date.now();
  const { company, account } = by?.(changed) ?? callerOf(ctx);
  return {
    id: timedId(at),
    at,
    company,
    ...(account ? { account: { id: account.id, uuid: account.uuid, type: account.type } } : {}),
    operation: what.operation,
    target: targetOf(ctx, what.object, changed),
    address: ctx.address ?? '',
    outcome: 'ok',
    detail: { ...Object.fromEntries(told), ...detail?.(changed) },
  };
};

const callerOf = ({ principal }: CallContext): AuditedBy => {
  if (!principal) throw new Error('a change by nobody');
  return { company: principal.company.uuid, account: principal.account };
};

const scopes = ['project', 'repository', 'group', 'bot'] as const;

const targetOf = (ctx: CallContext, type: string, { id, uuid, oldId }: Changed): AuditTarget => {
  const target: AuditTarget = { type, id: oldId ?? id, ...(uuid === undefined ? {} : { uuid }) };
  for (const scope of scopes) {
    const within = ctx[scope];
    if (within && scope !== type) target[scope] = { id: within.id, uuid: within.uuid };
  }
  return target;
};
