import type { VcsHttp } from './vcs-http.js';
import type { VcsKindEntry } from './vcs-kind-entry.js';

/** What requests of a kind's clients look like, and what a kind says of names and revisions. */
export interface VcsSamples {
  /** A name of a branch that may be made at any time, and one that may never be. */
  readonly branch: string;
  readonly badBranch: string;
  /** Names of branches that may stand side by side, in an order that is not theirs. */
  readonly branches: readonly string[];
  /** A revision in the form of an id that no repository has. */
  readonly absent: string;
  /** Texts that name no commit, though some other tool would find one. `id`: that of a commit. */
  readonly noRevisions: (id: string) => readonly string[];
  /** Other texts for an id. */
  readonly abbreviations: (id: string) => readonly string[];
  /** Requests for the repository `team` (where ids may have slashes: `team/code`), and the service that each asks for. */
  readonly requests: readonly {
    readonly service: string;
    readonly method: string;
    /** After the id of the repository. */
    readonly below: string;
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  /** What is not served, after the id of the repository. */
  readonly notServed: readonly string[];
}

/** What the gateway relies on, without a repository. */
export const describeDoor = (
  { id, http, slashInIds, transfers }: VcsKindEntry,
  samples: VcsSamples,
): void => {
  describe(`the door of ${id}`, () => {
    const repository = slashInIds ? 'team/code' : 'team';
    const base = `/acme/projects/web/repositories/${id}/`;
    const asked = (
      rest: string,
      { method = 'GET', query = '', headers = {} } = {},
    ): ReturnType<VcsHttp['asked']> => http.asked({ method, headers }, { base, rest, query });

    it('knows what each request is for, and what that does', () => {
      for (const { service, below, ...request } of samples.requests) {
        const found = asked(`${repository}${below}`, request);
        expect(found).toMatchObject({ repository, service });
        expect(found).not.toHaveProperty('refused.status');
        expect('exchange' in found && found.exchange.path).toMatch(/^\//);
        expect(Object.keys(transfers)).toContain(service);
      }
      const served = samples.requests.map(({ service }) => service);
      expect(Object.keys(transfers).filter((service) => !served.includes(service))).toEqual([]);
    });

    it('hands no credentials and no tickets of clients on', () => {
      const forged = { authorization: 'Basic eDp5', cookie: 'a=b', 'x-hf-ticket': 'forged' };
      for (const { below, ...request } of samples.requests) {
        const found = asked(`${repository}${below}`, {
          ...request,
          headers: { ...request.headers, ...forged },
        });
        const passed = 'exchange' in found ? Object.keys(found.exchange.headers) : [];
        expect(passed.filter((name) => Object.hasOwn(forged, name))).toEqual([]);
      }
    });

    it('refuses in one line of ASCII what it does not serve', () => {
      const impossible = [
        '../x',
        '-x',
        `${'x'.repeat(251)}`,
        'a%00',
        'a%zz',
        'a%2Fb',
        ...(slashInIds ? [] : ['a/b']),
      ];
      const [{ below, ...request }] = samples.requests;
      const refusals = [
        ...impossible.map((name) => asked(`${name}${below}`, request)),
        ...samples.notServed.map((other) => asked(`${repository}${other}`, request)),
      ];
      for (const refused of refusals) {
        expect(refused).toMatchObject({ status: 404 });
        expect('reason' in refused && refused.reason).toMatch(/^[ -~]+$/);
      }
    });
  });
};
