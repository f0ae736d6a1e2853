describe('buffers in what is compared', () => {
  const [one, same, other] = ['one', 'one', 'two'].map((text) => Buffer.from(text));

  it('are equal where their bytes are', () => {
    expect(same).toEqual(one);
    expect({ body: [same] }).toMatchObject({ body: [one] });
    expect(other).not.toEqual(one);
    expect({ body: [other] }).not.toMatchObject({ body: [one] });
    expect(one.subarray(1)).not.toStrictEqual(one);
  });

  it('are not what is no buffer', () => {
    expect('one').not.toEqual(one);
    expect([...one]).not.toEqual(one);
  });
});
