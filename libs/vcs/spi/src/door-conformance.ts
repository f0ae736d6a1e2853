import type { Ability } from './abilities-conformance.js';
import type { VcsHttp } from './vcs-http.js';
import type { VcsKindEntry } from './vcs-kind-entry.js';

/** Requests of the kind's clients, and names and revisions, with what the kind must say of them. */
export interface VcsSamples {
  /** The optional properties that its repositories have. What needs others is not tested. */
  readonly has: readonly Ability[];
  /** Whether its tags can be made otherwise than by pushes. */
  readonly makesTags: boolean;
  /** Whether its repositories can be made out of others. */
  readonly forks: boolean;
  /** A name that a branch may always have, and one that no branch may have. */
  readonly branch: string;
  readonly badBranch: string;
  /** The branch to which the first commits go, where the default reference is none. */
  readonly main?: string;
  /** One commit comes after another, whatever branches they are on. */
  readonly isOneLine?: true;
  /** Names of branches that can exist together, not in the order of their bytes. */
  readonly branches: readonly string[];
  /** A text in the form of a full id that no repository has. */
  readonly absent: string;
  /** Texts that must not lead to a commit, although a tool of the kind might find one. `id`: that of a commit. */
  readonly noRevisions: (id: string) => readonly string[];
  /** Other texts that must lead to the commit of this id: prefixes of it. */
  readonly abbreviations: (id: string) => readonly string[];
  /** Requests for the repository `team` (`team/code`, if ids may have slashes), with the `service` that each wants. */
  readonly requests: readonly {
    readonly service: string;
    readonly method: string;
    /** The path after the id of the repository. */
    readonly below: string;
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  /**
   * Command lines over SSH for the repository at `path`, and the service that each asks for; absent: there are none.
   */
  readonly commands?: (
    path: string,
  ) => readonly { readonly service: string; readonly words: readonly string[] }[];
  /** Command lines that ask for a pass, and what each asks it for; absent: there are none. */
  readonly passes?: (path: string) => readonly { readonly pass: string; readonly words: readonly string[] }[];
  /** What a client says first where no command line names the repository at `path`; absent: all do. */
  readonly said?: (path: string) => string;
  /** All that lies in a repository has an address below that of the repository. */
  readonly servesFiles?: true;
  /** Paths after the id of the repository that are not served. */
  readonly notServed: readonly string[];
}

/** Registers the tests of what the gateway relies on. They need no repository. */
export const describeDoor = (
  { id, http, commands, ssh, slashInIds, transfers, passes = {} }: VcsKindEntry,
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
      const path = `acme/projects/web/repositories/${id}/${repository}`;
      const lines = samples.commands?.(path) ?? [];
      expect(lines.length > 0).toBe(commands !== undefined);
      const asks = lines.map(({ service, words }) => {
        const session = commands?.asked(words, {});
        expect(session).toMatchObject(commands?.opening ? { service } : { service, path });
        return session;
      });
      expect(commands?.opening !== undefined).toBe(samples.said !== undefined);
      if (samples.said) {
        const said = Buffer.from(samples.said(path));
        expect(commands?.opening?.address(said)).toMatchObject({ path });
        expect(commands?.opening?.address(said.subarray(0, -10))).toBe('more');
        expect(commands?.opening?.address(Buffer.from('GET / HTTP/1.1\r\n'))).toBeUndefined();
      }
      expect(commands?.repository(repository)).toBe(commands && repository);
      expect(ssh !== undefined).toBe(commands !== undefined);
      const lesser = asks.flatMap((session) => (session && 'service' in session && session.lesser) || []);
      const served = [...samples.requests, ...lines, ...lesser].map(({ service }) => service);
      expect(Object.keys(transfers).filter((service) => !served.includes(service))).toEqual([]);
    });

    it('knows what each pass is for, and tells it whole', () => {
      const path = `acme/projects/web/repositories/${id}/${repository}`;
      const lines = samples.passes?.(path) ?? [];
      expect(lines.map(({ pass }) => pass).sort()).toEqual(Object.keys(passes).sort());
      for (const services of Object.values(passes))
        expect(services.filter((service) => !(service in transfers))).toEqual([]);
      const given = { address: 'http://x/r', authorization: 'Bearer secret', lifetime: 60, expires: 1 };
      for (const { pass, words } of lines) {
        const asked = commands?.asked(words, {});
        expect(asked).toMatchObject({ path, pass });
        expect(asked && 'pass' in asked && asked.told(given)).toContain(given.authorization);
      }
    });

    it('says of each request whether it reads by itself', () => {
      for (const { below, ...request } of samples.requests) {
        const found = asked(`${repository}${below}`, request);
        const read = 'exchange' in found ? http.readOf?.(found.exchange) : undefined;
        expect(read === undefined ? 'read' : transfers[read]).toBe('read');
      }
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
        ...(slashInIds || samples.servesFiles ? [] : ['a/b']),
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
