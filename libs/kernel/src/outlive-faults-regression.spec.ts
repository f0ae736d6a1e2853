import { faultyProcess } from './outlive-faults.fixture.js';

// What a remote answered, or a developer had pushed, threw in a callback: the transfers of everybody ended with it.
it('A fault that nobody catches is told, and the process goes on', () => {
  expect(faultyProcess()).toEqual(['in a callback', 'in a promise', 'goes on']);
});
