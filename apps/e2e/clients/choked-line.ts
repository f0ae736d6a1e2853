import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A line to the installation that takes nothing more of its clients after so many bytes, or of what they are answered:
 * whoever says more, or reads more, stands in the midst of it.
 */
export class ChokedLine {
  private readonly sockets = new Set<Socket>();
  private readonly waiting = new Set<Socket>();
  private fill: () => void = () => undefined;
  /** Resolves once it takes nothing more. */
  readonly full = new Promise<void>((resolve) => (this.fill = resolve));

  private constructor(
    private readonly server: Server,
    private left: number,
    private readonly choked: 'requests' | 'answers',
  ) {}

  /** A line to the host and port of an address. `most`: bytes of all clients together. */
  static async to(
    url: string,
    most: number,
    choked: 'requests' | 'answers' = 'requests',
  ): Promise<ChokedLine> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const line = new ChokedLine(server, most, choked);
    server.on('connection', (near) => line.join(near, connect(Number(port || 80), hostname)));
    return line;
  }

  /** The same address over this line. */
  over(url: string): string {
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String((this.server.address() as AddressInfo).port);
    return address.href;
  }

  /** It takes everything from now on. */
  letGo(): void {
    this.left = Infinity;
    for (const socket of this.waiting) socket.resume();
    this.waiting.clear();
  }

  /** Ends everybody's connection. */
  cut(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      const isChoked = one === (this.choked === 'requests' ? near : far);
      one.on('data', (said) => {
        other.write(said);
        if (isChoked) this.count(one, said.length);
      });
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        this.waiting.delete(one);
        other.destroy();
      });
    }
  }

  private count(socket: Socket, bytes: number): void {
    this.left -= bytes;
    if (this.left > 0) return;
    socket.pause();
    this.waiting.add(socket);
    this.fill();
  }
}
