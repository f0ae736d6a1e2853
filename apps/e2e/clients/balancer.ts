import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The ports of a gateway's two doors. */
export interface DoorPorts {
  http: number;
  ssh: number;
}

type Door = keyof DoorPorts;

/**
 * Stands before gateways as a balancer does that knows connections only: each new one goes to one of those that are in
 * turn, and stays there.
 */
export class Balancer {
  private readonly gateways = new Set<DoorPorts>();
  private readonly sockets = new Set<Socket>();
  private readonly servers: Record<Door, Server>;
  private turn = 0;

  private constructor() {
    this.servers = { http: this.serverOf('http'), ssh: this.serverOf('ssh') };
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    for (const server of Object.values(balancer.servers))
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return balancer;
  }

  join(gateway: DoorPorts): void {
    this.gateways.add(gateway);
  }

  /** Nobody new is sent there; who is there stays. */
  leave(gateway: DoorPorts): void {
    this.gateways.delete(gateway);
  }

  portOf(door: Door): number {
    return (this.servers[door].address() as AddressInfo).port;
  }

  close(): void {
    for (const server of Object.values(this.servers)) server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serverOf(door: Door): Server {
    return createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const gateways = [...this.gateways];
      const gateway = gateways[(this.turn += 1) % gateways.length] as DoorPorts | undefined;
      if (!gateway) return void near.destroy();
      const far = connect({ port: gateway[door], host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        this.sockets.add(from);
        from.on('error', () => undefined);
        from.once('close', () => {
          this.sockets.delete(from);
          to.destroySoon();
        });
        from.pipe(to);
      }
    });
  }
}
