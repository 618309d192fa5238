import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>;

/** Loads the pages of a list one after the other, so that the first is on screen at once; returns true with the last. */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages): boolean {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return !hasNextPage;
}
