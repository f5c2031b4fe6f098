/** Requests and responses of no framework in particular. */
@NullMarked
package dev.baton.management.http;

import org.jspecify.annotations.NullMarked;
