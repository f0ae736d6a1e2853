import { repositoryCalls, type ReportStorage } from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { StorageBook } from './storage-book.js';

const mostUsages = 1_000;

/** Hears from services that keep the bytes of repositories how many they are. */
@Controller()
export class StorageReportService {
  constructor(private readonly book: StorageBook) {}

  @HandlesCall(repositoryCalls.reportStorage)
  async report(_ctx: CallContext, { usages }: ReportStorage): Promise<void> {
    const readable = usages.every(
      ({ repository, bytes, version }) =>
        isUuid(repository) && Number.isSafeInteger(bytes) && Number.isSafeInteger(version),
    );
    if (usages.length > mostUsages || !readable) throw DomainError.invalid({ usages: { invalid: true } });
    await this.book.record(usages);
  }
}
