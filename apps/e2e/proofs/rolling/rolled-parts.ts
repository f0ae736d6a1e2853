import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Balancer, DoorPorts } from '../../clients/balancer.js';
import { healthPortOf } from '../../clients/health-ports.js';
import { pidOf } from '../../clients/part.js';
import type { ServiceProcess } from '../../clients/process-doors.js';
import { SecondGateway } from '../../clients/second-gateway.js';
import { endedPart, startedPart } from '../../clients/started-part.js';
import { access } from '../../system.js';

/** So long a gateway still serves that the balancer sends nobody new: `preStop` of the chart (ms). */
const preStop = 5_000;

const portIn = (url: string): number => Number(new URL(url).port);

/** What is replaced, each in the order in which Kubernetes does it by the chart. */
export class RolledParts {
  private readonly first: DoorPorts = { http: portIn(access.site_url), ssh: portIn(access.ssh_url) };
  private second: DoorPorts;

  private constructor(
    private readonly balancer: Balancer,
    private gateway: SecondGateway,
  ) {
    this.second = portsOf(gateway);
    for (const ports of [this.first, this.second]) balancer.join(ports);
  }

  static async behind(balancer: Balancer): Promise<RolledParts> {
    return new RolledParts(balancer, await SecondGateway.start());
  }

  /** Two gateways, one after the other: each leaves the balancer before it is told to end. */
  async gateways(): Promise<void> {
    this.balancer.leave(this.first);
    await sleep(preStop);
    await replaced('gateway');
    this.balancer.join(this.first);
    this.balancer.leave(this.second);
    await sleep(preStop);
    expect(await this.gateway.end()).toBe(0);
    this.gateway.link.close();
    this.gateway = await SecondGateway.start();
    this.second = portsOf(this.gateway);
    this.balancer.join(this.second);
  }

  /** A Deployment: another one serves before the one that is there ends (`maxSurge: 1`, `maxUnavailable: 0`). */
  async deployment(part: 'identity' | 'artifact'): Promise<void> {
    const surge = await startedPart(part, `${part}-surge`, { HOLDFAST_HEALTH_LISTEN: '127.0.0.1:0' });
    await replaced(part);
    await endedPart(surge, 'SIGTERM');
    expect([part, surge.exitCode]).toEqual([part, 0]);
  }

  /** A StatefulSet: the only process of its node ends before the next one starts. */
  async node(): Promise<void> {
    await replaced('repository');
  }

  async end(): Promise<void> {
    await this.gateway.stop();
  }
}

const portsOf = ({ siteUrl, sshUrl }: SecondGateway): DoorPorts => ({
  http: portIn(siteUrl),
  ssh: portIn(sshUrl),
});

/** Tells a process to end; resolves when the one that its supervisor starts then is ready. */
const replaced = async (part: ServiceProcess): Promise<void> => {
  const pid = pidOf(part);
  process.kill(pid, 'SIGTERM');
  while (existsSync(`/proc/${pid}/cwd`)) await sleep(10);
  for (const until = Date.now() + 60_000; ; await sleep(50)) {
    if (await isReady(part, pid)) return;
    if (Date.now() > until) throw new Error(`${part} is not ready again`);
  }
};

const isReady = async (part: ServiceProcess, before: number): Promise<boolean> => {
  try {
    if (pidOf(part) === before) return false;
    const answer = await fetch(`http://127.0.0.1:${healthPortOf(part)}/health/ready`);
    await answer.text();
    return answer.status === 200;
  } catch {
    // It has not begun.
    return false;
  }
};
