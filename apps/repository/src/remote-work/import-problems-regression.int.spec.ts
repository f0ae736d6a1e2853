import { call, errorsOf } from '../service-world.fixture.js';
import { ElsewhereWorld } from './elsewhere.fixture.js';
import { ImportService } from './import.service.js';

// PostgreSQL and git themselves. That something is there already was said only once the body was right.
describe('an import that is refused', () => {
  const world = ElsewhereWorld.ofSuite();
  const errors = (url: string) =>
    errorsOf(world.service.part(ImportService).import(world.ctx, call({ body: { url } })));

  it('tells what is wrong with its body and with the repository at once', async () => {
    const [wrong, right] = ['ftp://x', 'https://git.example.org/a.git'];
    expect(await errors(wrong)).toEqual({ url: { invalid: true } });
    await world.push({ main: world.commit });
    expect(await errors(wrong)).toEqual({ url: { invalid: true }, id: { locked: true } });
    expect(await errors(right)).toEqual({ id: { locked: true } });
  });
});
