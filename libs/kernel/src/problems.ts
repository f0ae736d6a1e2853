import { DomainError, type ApiErrors, type AttributeErrors } from './domain-error.js';

/**
 * Collects what is wrong with the attributes of one request, so that all of it is reported at once.
 * Validation against the contract fills it first; the service's own rules add to it.
 */
export class Problems {
  readonly errors: ApiErrors = {};

  add(attribute: string, problem: AttributeErrors): this {
    const known = Object.hasOwn(this.errors, attribute) ? this.errors[attribute] : undefined;
    Object.defineProperty(this.errors, attribute, {
      value: { ...known, ...problem },
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return this;
  }

  /** The two attributes exclude each other. */
  conflict(one: string, other: string): this {
    return this.add(one, { conflicts: [other] }).add(other, { conflicts: [one] });
  }

  has(attribute: string): boolean {
    return Object.hasOwn(this.errors, attribute);
  }

  get any(): boolean {
    return Object.keys(this.errors).length > 0;
  }

  /** @throws DomainError `invalid` with all that was added, if there is any */
  throwIfAny(): void {
    if (this.any) throw DomainError.invalid(this.errors);
  }
}
