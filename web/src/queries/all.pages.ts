import { useEffect } from 'react';

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads the pages of a list one after the other, so that the first is on screen at once; returns true with the last. */
export function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages): boolean {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return !hasNextPage;
}
