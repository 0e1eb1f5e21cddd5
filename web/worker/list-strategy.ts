import { Strategy, type StrategyHandler } from 'workbox-strategies'

/** Hears that a list was answered from the last visit and has changed since. */
export type TellChange = (event: ExtendableEvent) => Promise<void>

/**
 * A list at once from the last visit, renewed behind it. The page is told when what it was shown has changed. Workbox's
 * own way compares with what is kept when the new answer comes, and says nothing when another request has renewed that
 * in between: the page would go on showing the old list.
 */
export class ListStrategy extends Strategy {
  readonly #tellChange: TellChange

  constructor(options: ConstructorParameters<typeof Strategy>[0], tellChange: TellChange) {
    super(options)
    this.#tellChange = tellChange
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const shown = await handler.cacheMatch(request)
    if (!shown) return handler.fetchAndCachePut(request)
    // Without a network the last visit's list stays; the page tells that it is offline.
    void handler.waitUntil(this.#renew(request, handler, shown).catch(() => undefined))
    return shown
  }

  async #renew(request: Request, handler: StrategyHandler, shown: Response): Promise<void> {
    const answer = await handler.fetch(request)
    const isKept = await handler.cachePut(request, answer.clone())
    if (isKept && answer.headers.get('etag') !== shown.headers.get('etag'))
      await this.#tellChange(handler.event)
  }
}
