import 'reflect-metadata';
import { PATTERN_EXTRAS_METADATA } from '@nestjs/microservices/constants.js';
import { StandingService } from './standing.service.js';

// Whoever asked for more than he had turns for was asked about in a turn of his own while he read: a right that had
// ended went on for as long as he asked.
describe('the question how the caller stands now', () => {
  it('takes no turn of his requests', () => {
    const handler = Object.getOwnPropertyDescriptor(StandingService.prototype, 'callerNow')?.value as object;
    expect(Reflect.getMetadata(PATTERN_EXTRAS_METADATA, handler)).toMatchObject({ judges: true });
  });
});
