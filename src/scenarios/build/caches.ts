import { BrokenPromise } from '../../engine/assert.ts';
import type { Component } from '../../engine/component.ts';
import type { ReadCacheOptions } from '../../machines/resource-store/read-cache.ts';
import type { CacheDocument } from '../documents/cache.ts';
import { remembered } from './remembered.ts';

let readCache: ((options: ReadCacheOptions) => Component) | null = null;

/** Makes caches known: few documents have one, and they come with the services. */
export function provideReadCaches(make: (options: ReadCacheOptions) => Component): void {
  readCache = make;
}

/** A cache of a document as a component. */
export function cacheComponent({ id, of }: CacheDocument, defaultStore: string): Component {
  const make = readCache;
  if (make === null) throw new BrokenPromise('caches were not loaded with the document that has one');
  return remembered('cache', { id, of: of ?? defaultStore }, make);
}
