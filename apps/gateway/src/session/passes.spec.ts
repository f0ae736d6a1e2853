import { passLifetime, Passes, presentsPass, type Pass } from './passes.js';

const pass: Pass = {
  company: 'acme',
  fingerprint: 'SHA256:x',
  kind: 'git',
  repository: 'code',
  word: 'download',
  expires: 1_000 + passLifetime * 1_000,
};

describe('a pass', () => {
  const passes = new Passes([Buffer.from('first'), Buffer.from('second')]);
  const header = passes.give(pass);

  it('is read by all who share the keys, until it is over', () => {
    expect(presentsPass(header)).toBe(true);
    expect(passes.read(header, 1_000)).toEqual(pass);
    expect(passes.read(header, pass.expires - 1)).toEqual(pass);
    expect(passes.read(header, pass.expires)).toBeUndefined();
    expect(new Passes([Buffer.from('new'), Buffer.from('first')]).read(header, 1_000)).toEqual(pass);
    expect(new Passes([Buffer.from('second')]).read(header, 1_000)).toBeUndefined();
  });

  it('cannot be made or changed by others', () => {
    const [, text, seal] = header.split('.');
    const longer = { ...pass, word: 'upload' };
    const forged = Buffer.from(JSON.stringify(longer)).toString('base64url');
    for (const each of [
      `Bearer hfp.${forged}.${seal}`,
      `Bearer hfp.${text}.${'0'.repeat(64)}`,
      `Bearer hfp.${text}.`,
      `Bearer hfp.${text}`,
      `Bearer ${text}.${seal}`,
      'Bearer ',
      `Basic hfp.${text}.${seal}`,
      `${header}, ${header}`,
      '',
    ])
      expect(passes.read(each, 1_000)).toBeUndefined();
  });
});
