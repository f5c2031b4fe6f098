package dev.baton.host;

import dev.baton.api.TaskType;
import dev.baton.handler.ChunkItem;
import dev.baton.handler.Chunks;
import dev.baton.handler.TaskDefinition;
import dev.baton.task.Bytes;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method of a bean that runs many tasks in one call. Checks its parameter and return type, and
 * calls it.
 */
final class ChunkMethod {
  private static final String TAKES =
      "Let it take only a List of payloads, such as List<Payout>, or a List of items, such as"
          + " List<ChunkItem<Payout, Void>>";

  /** Payload classes for which Baton can't know whether to store them as JSON or unchanged. */
  private static final List<Class<?>> WRITTEN_IN_SEVERAL_WAYS =
      List.of(String.class, Bytes.class, byte[].class);

  private final BeanMethod bean;
  private final Generics generics;
  private final @Nullable Type element;
  private final boolean takesItems;
  private final Class<?> payload;

  /**
   * Checks the method.
   *
   * @throws RuntimeException from {@link BeanMethod#refused} if the method can't run chunks
   */
  ChunkMethod(BeanMethod bean) {
    this.bean = bean;
    Method marked = bean.method();
    if (marked.getReturnType() != void.class) {
      throw bean.refused(
          "handles chunks and returns a value",
          "Let it return void. Set the result of each item with item.done(result)");
    }
    if (marked.getParameterCount() != 1 || marked.getParameterTypes()[0] != List.class) {
      throw bean.refused("handles chunks and takes something other than a List", TAKES);
    }
    generics = Generics.of(bean.beanClass());
    element = generics.argument(marked.getGenericParameterTypes()[0], 0);
    takesItems = element != null && generics.rawOf(element) == ChunkItem.class;
    Type carried = takesItems ? argument(0) : element;
    Class<?> resolved = carried == null ? null : generics.rawOf(carried);
    if (resolved == null
        || carried instanceof ParameterizedType
        || resolved.getTypeParameters().length > 0) {
      throw bean.refused(
          "takes a List of "
              + (carried == null ? "?" : carried.getTypeName())
              + ", whose element class is unknown",
          TAKES);
    }
    payload = resolved;
  }

  private @Nullable Type argument(int index) {
    return element == null ? null : generics.argument(element, index);
  }

  /**
   * Returns the definition of a type whose tasks this method runs.
   *
   * @param known the type as a bean defines it; null if no bean does
   * @param linger null for the default
   */
  TaskDefinition<?, ?> definition(
      String type, @Nullable TaskType<?, ?> known, int size, @Nullable Duration linger) {
    if (known != null && !Generics.isAssignable(payload, known.payloadClass())) {
      throw bean.refused(
          "takes a List of "
              + payload.getName()
              + ", but the TaskType '"
              + type
              + "' has the payload "
              + (known.payloadClass() == Void.class ? "none" : known.payloadClass().getName()),
          "Let the method take the payload of the TaskType");
    }
    if (known == null && WRITTEN_IN_SEVERAL_WAYS.contains(payload)) {
      throw bean.refused(
          "takes a List of " + payload.getTypeName() + ", which can be stored in several ways",
          "Declare a bean TaskType.of(\"" + type + "\", " + payload.getSimpleName() + ".class)");
    }
    Type said = takesItems ? argument(1) : null;
    Class<?> result = said == null ? null : generics.rawOf(said);
    if (known != null && result != null && !Generics.isAssignable(known.resultClass(), result)) {
      throw bean.refused(
          "takes items with a result of "
              + result.getName()
              + ", but the TaskType '"
              + type
              + "' has the result "
              + known.resultClass().getName(),
          "Let the items have the result of the TaskType");
    }
    Class<?> answers = result == null ? Void.class : result;
    TaskType<?, ?> own = TaskType.of(type, payload, answers);
    return known == null ? chunks(own, size, linger) : chunks(known, size, linger);
  }

  private <P, R> TaskDefinition<P, R> chunks(
      TaskType<P, R> type, int size, @Nullable Duration linger) {
    Chunks chunks = Chunks.of(size);
    return TaskDefinition.of(type)
        .chunks(linger == null ? chunks : chunks.linger(linger), this::handle);
  }

  private <P, R> void handle(List<ChunkItem<P, R>> items) throws Exception {
    bean.invoke(takesItems ? items : items.stream().map(ChunkItem::payload).toList());
  }
}
