/** The beginning of the year 1 and the end of 9999 (seconds since 1970): an answer says a year with four digits. */
const earliest = -62_135_596_800;
const latest = 253_402_300_799;

/** A time that a history says, or its beginning, 1970, where that is none, or none that an answer can say. */
export const toldTime = (seconds: number): number => (seconds >= earliest && seconds <= latest ? seconds : 0);
