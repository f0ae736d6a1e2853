import { Problems } from '@holdfast/kernel';
import { auditEventOperations } from '../identity/index.js';
import { readListQuery } from './list-parameters.js';

const errors = (name: string, value: string) => {
  const problems = new Problems();
  readListQuery(auditEventOperations.list.object, new Map([[name, value]]), problems);
  return problems.errors;
};

// Texts that were too long were `invalid`, and so were numbers with more digits than fifteen: nobody was told a bound.
describe('a parameter of a list beyond its bound', () => {
  it.each(['search_term', 'account'])('is told the most characters of a text: %s', (name) => {
    expect(errors(name, 'ü'.repeat(1000))).toEqual({});
    expect(errors(name, 'ü'.repeat(1001))).toEqual({ [name]: { maximum: 1000 } });
    expect(errors(name, '\0')).toEqual({ [name]: { invalid: true } });
  });

  it.each([16, 17, 20, 308, 309, 5000])('is told the bound of a number of %i digits', (digits) => {
    const number = '9'.repeat(digits);
    expect(errors('limit', number)).toEqual({ limit: { maximum: 1000 } });
    expect(errors('limit', `-${number}`)).toEqual({ limit: { minimum: 1 } });
    expect(errors('offset', number)).toEqual({ offset: { maximum: 999_999_999_999_999 } });
    expect(errors('offset', `-${number}`)).toEqual({ offset: { minimum: 0 } });
  });

  it('may be as high as it is told', () => expect(errors('offset', '9'.repeat(15))).toEqual({}));

  it.each(['1e3', '1.0', '+1', '0x10', '', '9'.repeat(30) + '.'])(
    'is invalid where it is no number: %j',
    (sent) => expect(errors('limit', sent)).toEqual({ limit: { invalid: true } }),
  );
});
