/**
 * A request and its answer: what a route declares, how what was sent is read and refused, and who
 * asks. The routes themselves are in {@code dev.baton.management.rest}.
 */
@NullMarked
package dev.baton.management.rest.request;

import org.jspecify.annotations.NullMarked;
