/**
 * Sinks that send incidents to alerting services over HTTP.
 *
 * <p>Each sink sends one JSON document per notice. It follows no redirect, which might pass a key
 * to another site. Its time is bounded. Its messages contain no keys and no addresses. A response
 * of 2xx means that the notice is delivered. After 408, 425, 429, 5xx, a timeout or a broken
 * connection, the delivery is retried, no sooner than Retry-After says. Any other response means
 * that the sink is configured wrongly.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.management.incidents;
