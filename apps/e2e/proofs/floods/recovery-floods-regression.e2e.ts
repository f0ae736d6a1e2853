/** @alone Asks for as many mails as it can, and measures how long others wait. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, must } from '../../clients/api.js';
import { mailTo } from '../../clients/mail.js';
import { unique } from '../../scratch.js';
import { access } from '../../system.js';
import { newCompany, newUser, Person } from '../../world.js';

/** Milliseconds of a flood, and of those in it that others have waited where mails were not bounded: 4,000 to 9,000. */
const duration = 3_000;
const patience = 2_500;
const connections = 48;
/** Fewer than an address may ask for. */
const ofAddress = 50;

/** Somebody without an account, who asks for mails from an address of this machine until he has done with it. */
class Stranger {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly localAddress: string) {}

  /** The status of the answer, and what it says about when to come again. */
  async asks(email: string): Promise<[number, string | undefined]> {
    const request = http.request(`${access.api_url}/account/password_recoveries`, {
      method: 'POST',
      localAddress: this.localAddress,
      agent: this.agent,
      headers: { 'content-type': 'application/json' },
    });
    request.end(JSON.stringify({ email }));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await text(response);
    return [response.statusCode ?? 0, response.headers['retry-after']];
  }

  leaves(): void {
    this.agent.destroy();
  }
}

const middle = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

describe('A flood of people who say that they have lost their passwords', () => {
  let victim: Person;
  beforeAll(async () => {
    victim = await newCompany();
  });

  /** What is done while others flood, once and again; answers the milliseconds that it takes, in the middle. */
  const timed = async (flooded: () => boolean, work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    while (flooded() || times.length === 0) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
      await sleep(200);
    }
    return middle(times);
  };

  /** Each connection goes on with the address that `next` gives it when it has asked so often. */
  const flood = async (next: () => string, often: number): Promise<Map<number, number>> => {
    const until = performance.now() + duration;
    const statuses = new Map<number, number>();
    const connection = async (): Promise<void> => {
      while (performance.now() < until) {
        const stranger = new Stranger(next());
        for (let time = 0; time < often && performance.now() < until; time += 1) {
          const [status, again] = await stranger.asks(`${unique('lost')}@example.org`);
          expect(Number(again) > 0).toBe(status === 429);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        stranger.leaves();
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    return statuses;
  };

  const meanwhile = async (flooding: Promise<unknown>): Promise<void> => {
    let floods = true;
    const over = flooding.finally(() => (floods = false));
    const { company, id, password, api } = victim;
    const [reads, logins] = await Promise.all([
      timed(
        () => floods,
        () => must(api.get('/projects'), 200),
      ),
      timed(
        () => floods,
        () => Person.login(company, id, password),
      ),
    ]);
    await over;
    expect(reads).toBeLessThan(patience);
    expect(logins).toBeLessThan(patience);
  };

  it('from one address ends at its budget, and makes nobody else wait', async () => {
    const flooding = flood(() => '127.0.8.1', Infinity);
    await meanwhile(flooding);
    const statuses = await flooding;
    expect([...statuses.keys()].sort()).toEqual([201, 429]);
    expect(statuses.get(201)).toBeLessThanOrEqual(100);
  });

  it('from very many addresses makes nobody wait', async () => {
    let address = 0;
    const flooding = flood(() => `127.0.${16 + (address >> 8)}.${address++ & 255}`, ofAddress);
    await meanwhile(flooding);
    expect([...(await flooding).keys()]).toEqual([201]);
  });

  it('leaves others their mail', async () => {
    const person = await newUser(victim);
    const email = `${person.id}@example.org`;
    await must(new Api().post('/account/password_recoveries', { email }), 201);
    await mailTo(email, 'password_recoveries/');
  });
});
