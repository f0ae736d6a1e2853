import { VcsRefusal } from '@holdfast/vcs-spi';
import { FailedUpkeep } from './failed-upkeep.js';

/** Where git could not join packs. */
export class FailedJoins extends FailedUpkeep {
  /** @throws VcsRefusal `too_large` */
  throwIfRecent(directory: string): void {
    if (this.isRecent(directory))
      throw new VcsRefusal(
        'too_large',
        'git could not join the packs: what lies there takes more memory or time than git has',
      );
  }
}
