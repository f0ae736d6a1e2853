import { isRefusedHost, remoteUrl } from '@holdfast/vcs-spi';

/** Which addresses repositories elsewhere may have, as far as it can be told before anybody connects. */
export class RemoteAddresses {
  /** `networks`: those that the operator has opened, besides the public ones. */
  constructor(private readonly networks: readonly string[]) {}

  /** Undefined: it is none, or one to which nobody connects. */
  of(text: string): URL | undefined {
    const url = remoteUrl(text);
    return url && !isRefusedHost(url, this.networks) ? url : undefined;
  }
}
