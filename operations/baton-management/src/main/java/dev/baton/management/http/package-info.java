/** Requests and responses, independent of any framework. */
@NullMarked
package dev.baton.management.http;

import org.jspecify.annotations.NullMarked;
