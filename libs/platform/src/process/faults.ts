import { outliveFaults } from '@holdfast/kernel';
import { log } from '../observability/logger.js';

/** This process outlives its faults, and the log tells them. */
export const logFaults = (): void => outliveFaults((err) => log.error({ err }, 'a fault that nobody caught'));
