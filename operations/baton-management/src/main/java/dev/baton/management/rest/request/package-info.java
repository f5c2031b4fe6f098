/**
 * A request and its response: the declaration of a route's parameters, the reading and validation
 * of a request, and the caller. The routes themselves are in {@code dev.baton.management.rest}.
 */
@NullMarked
package dev.baton.management.rest.request;

import org.jspecify.annotations.NullMarked;
