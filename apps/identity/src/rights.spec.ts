import { rightsOf } from '@holdfast/contracts';
import { servedSubjects } from '@holdfast/platform/testing';
import { services } from './composition.js';

describe('the rights of identity on the broker', () => {
  it('let it answer what it has use cases for, and nothing else', () => {
    expect(servedSubjects(services)).toEqual(rightsOf('identity').serves.sort());
  });
});
