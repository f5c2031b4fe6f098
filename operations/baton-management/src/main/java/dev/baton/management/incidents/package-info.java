/**
 * Sinks that tell alerting services of incidents over HTTP.
 *
 * <p>All send one JSON document a notice, follow no redirect (it might lead a key elsewhere), bound
 * their time, and tell neither keys nor addresses in texts. What is taken (2xx) is told; 408, 425,
 * 429 and 5xx, silence and broken connections are tried again, no sooner than Retry-After says; any
 * other answer means that the sink isn't set up right.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.management.incidents;
